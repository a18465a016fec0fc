import type { ImportPhrases } from '../import-phrases.ts'

/**
 * Phrases for the import of forms from other products: notes about parts that were changed or left out, and reasons why
 * a form was rejected.
 */
export const imports: ImportPhrases = {
  import_note_branch: 'La réponse à « {1} » décide de la suite du formulaire : ses options sont devenues des étapes.',
  import_note_condition: 'La condition « {1} » n’a pas été reprise : ces questions sont toujours affichées et facultatives.',
  import_note_type_left_out: 'Le type « {1} » n’existe pas ici : l’élément a été laissé de côté.',
  import_note_type_changed: 'Le type « {1} » est devenu « {2} ».',
  import_note_setting: 'Le réglage « {1} » n’a pas été repris.',
  import_note_script: 'La règle « {1} » n’a pas été reprise : vérifiez s’il faut une limite à sa place.',
  import_note_pattern: 'L’expression régulière « {1} » n’est pas utilisable ici et a été laissée de côté.',
  import_note_calculation: 'Le calcul « {1} » n’a pas été repris.',
  import_note_default: 'La valeur initiale « {1} » ne fait pas partie des options et a été laissée de côté.',
  import_note_repeat: 'Le groupe « {1} » pouvait se répéter : ici, ses questions n’apparaissent qu’une fois.',
  import_note_matrix: 'Le tableau est devenu une question par ligne ou par case.',
  import_note_choices_external: 'Les options viennent de « {1} » et n’ont pas été reprises : ajoutez-les ou reliez un service.',
  import_note_choices_missing: 'La question n’a pas d’options : elle est devenue un champ de texte.',
  import_note_code_changed: 'Le nom « {1} » est devenu le code « {2} ».',
  import_note_label_missing: 'Le texte manque : pour l’instant, on lit « {1} ».',
  import_note_translation_missing: '{1} : il manque {2} textes ; une autre langue s’affiche à leur place.',
  import_note_language_unsupported: 'La langue « {1} » n’est pas prévue : ses textes ont été laissés de côté.',
  import_note_reference: 'Le texte montre la réponse à une autre question : ici, on lit le repère. Veuillez le réécrire.',
  import_note_steps_merged: 'Le formulaire a trop de niveaux : ceux au-delà du niveau {1} ont été réunis.',
  import_note_no_questions: 'Il n’y a pas de question : ajoutez-en aux dernières étapes, sinon personne ne pourra envoyer de demande.',
  import_note_text_cut: 'Le texte était trop long : il reste les {1} premiers caractères.',
  import_note_more_notes: '{1} autres remarques ne sont pas affichées.',
  import_rejected_empty: 'Il n’y a rien à importer : aucune étape et aucune question.',
  import_rejected_format: 'Le contenu n’est pas au format choisi. Vérifiez le fichier et le format.',
  import_rejected_too_large: 'C’est trop volumineux : {1} octets au maximum.',
  import_rejected_too_many: 'Il y a trop d’éléments : {1} au maximum.',
  import_rejected_too_deep: 'Les groupes sont imbriqués trop profondément : {1} niveaux au maximum.',
  import_rejected_xlsx: 'Le fichier n’est pas un classeur Excel (.xlsx) lisible. Enregistrez-le à nouveau et réessayez.',
  import_rejected_no_survey: 'Il manque dans le fichier la feuille « survey », que tout XLSForm doit avoir.',
  import_rejected_unclosed: 'Un groupe n’est pas bien ouvert ou fermé : {1}.',
}
