import type { ImportPhrases } from '../import-phrases.ts'

/**
 * Phrases for the import of forms from other products: notes about parts that were changed or left out, and reasons why
 * a form was rejected.
 */
export const imports: ImportPhrases = {
  import_note_branch: 'Het antwoord op ‘{1}’ bepaalt hoe het formulier verdergaat: de opties zijn stappen geworden.',
  import_note_condition: 'De voorwaarde ‘{1}’ is niet overgenomen: deze vragen zijn altijd te zien en niet verplicht.',
  import_note_type_left_out: 'Het type ‘{1}’ bestaat hier niet: het onderdeel is weggelaten.',
  import_note_type_changed: 'Het type ‘{1}’ is ‘{2}’ geworden.',
  import_note_setting: 'De instelling ‘{1}’ is niet overgenomen.',
  import_note_script: 'De regel ‘{1}’ is niet overgenomen: ga na of er een grens voor in de plaats moet komen.',
  import_note_pattern: 'De reguliere expressie ‘{1}’ kan hier niet worden gebruikt en is weggelaten.',
  import_note_calculation: 'De berekening ‘{1}’ is niet overgenomen.',
  import_note_default: 'De beginwaarde ‘{1}’ hoort niet bij de opties en is weggelaten.',
  import_note_repeat: 'De groep ‘{1}’ kon worden herhaald: hier verschijnen de vragen maar één keer.',
  import_note_matrix: 'De tabel is één vraag per rij of cel geworden.',
  import_note_choices_external: 'De opties komen van ‘{1}’ en zijn niet overgenomen: voeg ze toe of koppel een dienst.',
  import_note_choices_missing: 'De vraag heeft geen opties: het is een tekstveld geworden.',
  import_note_code_changed: 'De naam ‘{1}’ is de code ‘{2}’ geworden.',
  import_note_label_missing: 'De tekst ontbreekt: voorlopig staat er ‘{1}’.',
  import_note_translation_missing: '{1}: er ontbreken {2} teksten; in plaats daarvan staat er een andere taal.',
  import_note_language_unsupported: 'De taal ‘{1}’ wordt niet ondersteund: de teksten zijn weggelaten.',
  import_note_reference: 'De tekst toont het antwoord op een andere vraag: hier is de plaatsaanduiding te lezen. Herschrijf die.',
  import_note_steps_merged: 'Het formulier heeft te veel niveaus: die na niveau {1} zijn samengevoegd.',
  import_note_no_questions: 'Er zijn geen vragen: voeg ze toe aan de laatste stappen, anders kan niemand een verzoek versturen.',
  import_note_text_cut: 'De tekst was te lang: de eerste {1} tekens zijn gebleven.',
  import_note_more_notes: 'Nog {1} opmerkingen staan niet in de lijst.',
  import_rejected_empty: 'Er is niets om te importeren: geen stap en geen vraag.',
  import_rejected_format: 'De inhoud heeft niet de gekozen indeling. Controleer het bestand en de indeling.',
  import_rejected_too_large: 'Te groot: hooguit {1} bytes.',
  import_rejected_too_many: 'Te veel onderdelen: hooguit {1}.',
  import_rejected_too_deep: 'De groepen zijn te diep genest: hooguit {1} niveaus.',
  import_rejected_xlsx: 'Het bestand is geen leesbare Excel-werkmap (.xlsx). Sla het opnieuw op en probeer het nog eens.',
  import_rejected_no_survey: 'In het bestand ontbreekt het blad ‘survey’, dat elk XLSForm moet hebben.',
  import_rejected_unclosed: 'Een groep is niet goed geopend of gesloten: {1}.',
}
