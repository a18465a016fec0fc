import type { ImportPhrases } from '../import-phrases.ts'

/**
 * Phrases for the import of forms from other products: notes about parts that were changed or left out, and reasons why
 * a form was rejected.
 */
export const imports: ImportPhrases = {
  import_note_branch: 'The answer to “{1}” decides how the form continues: its options have become steps.',
  import_note_condition: 'The condition “{1}” was not taken over: these questions are always shown and are optional.',
  import_note_type_left_out: 'The type “{1}” does not exist here: the element was left out.',
  import_note_type_changed: 'The type “{1}” has become “{2}”.',
  import_note_setting: 'The setting “{1}” was not taken over.',
  import_note_script: 'The rule “{1}” was not taken over: check whether it needs a limit instead.',
  import_note_pattern: 'The regular expression “{1}” cannot be used here and was left out.',
  import_note_calculation: 'The calculation “{1}” was not taken over.',
  import_note_default: 'The initial value “{1}” is not one of the options and was left out.',
  import_note_repeat: 'The group “{1}” could be repeated: here its questions appear only once.',
  import_note_matrix: 'The table has become one question for each row or cell.',
  import_note_choices_external: 'The options come from “{1}” and were not taken over: add them or connect a service.',
  import_note_choices_missing: 'The question has no options: it has become a text field.',
  import_note_code_changed: 'The name “{1}” has become the code “{2}”.',
  import_note_label_missing: 'The text is missing: for now it reads “{1}”.',
  import_note_translation_missing: '{1}: {2} texts are missing; another language is shown instead.',
  import_note_language_unsupported: 'The language “{1}” is not supported: its texts were left out.',
  import_note_reference: 'The text shows the answer to another question: here the placeholder is visible. Please rewrite it.',
  import_note_steps_merged: 'The form has too many levels: those beyond level {1} were joined.',
  import_note_no_questions: 'There are no questions: add them to the last steps, or nobody can send a request.',
  import_note_text_cut: 'The text was too long: the first {1} characters remain.',
  import_note_more_notes: '{1} further remarks are not listed.',
  import_rejected_empty: 'There is nothing to import: no step and no question.',
  import_rejected_format: 'The content does not have the chosen format. Check the file and the format.',
  import_rejected_too_large: 'It is too large: at most {1} bytes.',
  import_rejected_too_many: 'It contains too many elements: at most {1}.',
  import_rejected_too_deep: 'The groups are nested too deeply: at most {1} levels.',
  import_rejected_xlsx: 'The file is not a readable Excel workbook (.xlsx). Save it again and retry.',
  import_rejected_no_survey: 'The file lacks the sheet “survey”, which every XLSForm must have.',
  import_rejected_unclosed: 'A group is not opened or closed correctly: {1}.',
}
