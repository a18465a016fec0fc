import type { ImportPhrases } from '../import-phrases.ts'

/**
 * Phrases for the import of forms from other products: notes about parts that were changed or left out, and reasons why
 * a form was rejected.
 */
export const imports: ImportPhrases = {
  import_note_branch: 'Die Antwort auf „{1}“ entscheidet, wie das Formular weitergeht: Ihre Optionen sind zu Schritten geworden.',
  import_note_condition: 'Die Bedingung „{1}“ wurde nicht übernommen: Diese Fragen erscheinen immer und sind freiwillig.',
  import_note_type_left_out: 'Den Typ „{1}“ gibt es hier nicht: Das Element wurde weggelassen.',
  import_note_type_changed: 'Aus dem Typ „{1}“ wurde „{2}“.',
  import_note_setting: 'Die Einstellung „{1}“ wurde nicht übernommen.',
  import_note_script: 'Die Regel „{1}“ wurde nicht übernommen: Prüfen Sie, ob stattdessen eine Grenze nötig ist.',
  import_note_pattern: 'Der reguläre Ausdruck „{1}“ ist hier nicht verwendbar und wurde weggelassen.',
  import_note_calculation: 'Die Berechnung „{1}“ wurde nicht übernommen.',
  import_note_default: 'Der Anfangswert „{1}“ gehört nicht zu den Optionen und wurde weggelassen.',
  import_note_repeat: 'Die Gruppe „{1}“ ließ sich wiederholen: Hier erscheinen ihre Fragen nur einmal.',
  import_note_matrix: 'Aus der Tabelle wurde je Zeile oder Zelle eine Frage.',
  import_note_choices_external: 'Die Optionen kommen von „{1}“ und wurden nicht übernommen: Ergänzen Sie sie oder binden Sie einen Dienst an.',
  import_note_choices_missing: 'Die Frage hat keine Optionen: Sie ist ein Textfeld geworden.',
  import_note_code_changed: 'Aus dem Namen „{1}“ wurde der Code „{2}“.',
  import_note_label_missing: 'Der Text fehlt: Vorerst steht dort „{1}“.',
  import_note_translation_missing: '{1}: {2} Texte fehlen; stattdessen erscheint eine andere Sprache.',
  import_note_language_unsupported: 'Die Sprache „{1}“ ist nicht vorgesehen: Ihre Texte wurden weggelassen.',
  import_note_reference: 'Der Text zeigt die Antwort auf eine andere Frage: Hier ist der Platzhalter zu lesen. Bitte umschreiben.',
  import_note_steps_merged: 'Das Formular hat zu viele Ebenen: Die Ebenen nach der {1}. wurden zusammengelegt.',
  import_note_no_questions: 'Es gibt keine Fragen: Fügen Sie den letzten Schritten welche hinzu, sonst kann niemand eine Anfrage senden.',
  import_note_text_cut: 'Der Text war zu lang: Die ersten {1} Zeichen sind geblieben.',
  import_note_more_notes: '{1} weitere Hinweise sind nicht aufgeführt.',
  import_rejected_empty: 'Es gibt nichts zu importieren: keinen Schritt und keine Frage.',
  import_rejected_format: 'Der Inhalt hat nicht das gewählte Format. Prüfen Sie Datei und Format.',
  import_rejected_too_large: 'Zu groß: höchstens {1} Byte.',
  import_rejected_too_many: 'Zu viele Elemente: höchstens {1}.',
  import_rejected_too_deep: 'Die Gruppen sind zu tief verschachtelt: höchstens {1} Ebenen.',
  import_rejected_xlsx: 'Die Datei ist keine lesbare Excel-Arbeitsmappe (.xlsx). Speichern Sie sie neu und versuchen Sie es noch einmal.',
  import_rejected_no_survey: 'In der Datei fehlt das Blatt „survey“, das jedes XLSForm haben muss.',
  import_rejected_unclosed: 'Eine Gruppe ist nicht richtig geöffnet oder geschlossen: {1}.',
}
