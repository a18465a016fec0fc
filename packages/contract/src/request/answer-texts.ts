import { type AnswerWords, inputOf, type SelectOption } from '@sportello/fields'
import type { Property } from '../form/form-field.ts'
import { furtherFieldsOf } from '../form/further-questions.ts'
import type { Tag } from '../form/tag.ts'
import { isQuestion } from '../form/tree.ts'
import type { Answers, Files } from './check-request.ts'

/**
 * Returns the answers of a request as people read them, keyed by property code: labels of options, dates and numbers in
 * local format (wire contract, section “Texts”). Includes the further questions of the last step.
 * @param optionsOf returns the known options of a question whose options come from a data source
 */
export function answerTexts(
  path: readonly Pick<Tag, 'form_fields'>[],
  answers: Answers,
  files: Files,
  words: AnswerWords,
  optionsOf: (property: Property) => readonly SelectOption[] | undefined,
): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const field of [...path.flatMap((tag) => tag.form_fields).filter(isQuestion), ...furtherFieldsOf(path.at(-1))]) {
    const { property_code: code, default_value: settings } = field.value
    const input = inputOf(settings.input_type)
    const answer = settings.input_type === 'file' ? (files[code] ?? []) : answers[code]
    const options = optionsOf(field.value)
    const known = options ? { ...settings, options } : settings
    texts[code] = answer !== undefined && answer !== null && input.accepts(answer) ? input.text(answer, known, words) : ''
  }
  return texts
}

/** An answer of a request as a row: the question's property code and label, and the answer as text, empty if there is none. */
export interface AnswerRow {
  code: string
  label: string
  text: string
}

/**
 * Returns one row for each question of the given steps, in the order of the form, with the further questions of the
 * last step. The check before the submission, the mails and the operators’ view of a request show these rows.
 * @param texts the answers as text (`answerTexts`)
 */
export function answerRows(path: readonly Pick<Tag, 'form_fields'>[], texts: Readonly<Record<string, string>>): AnswerRow[] {
  const labels = new Map(
    [...path.flatMap((tag) => tag.form_fields).filter(isQuestion), ...furtherFieldsOf(path.at(-1))].map(({ value }) => [
      value.property_code,
      value.property_description,
    ]),
  )
  return Object.entries(texts).map(([code, text]) => ({ code, label: labels.get(code) ?? code, text }))
}

/** The questions of one step that the visitor sees, with their answers. A question without an answer has an empty text. */
export interface AnswerSection {
  code: string
  title: string
  rows: readonly AnswerRow[]
}

/**
 * Returns the answers step by step, without hidden questions and without steps that have no visible question. The check
 * before the submission and the receipt show these sections.
 * @param texts the answers as text (`answerTexts`)
 */
export function answerSections(
  path: readonly Pick<Tag, 'code_tag' | 'tag_description' | 'form_fields'>[],
  texts: Readonly<Record<string, string>>,
): AnswerSection[] {
  return path.flatMap((step, at) => {
    // Only the last step has further questions.
    const further = at === path.length - 1 ? furtherFieldsOf(step) : []
    const shown = [...step.form_fields.filter(isQuestion), ...further].filter(({ hidden }) => !hidden)
    const rows = shown.map(({ value: { property_code: code, property_description: label } }) => ({ code, label, text: texts[code] ?? '' }))
    return rows.length > 0 ? [{ code: step.code_tag, title: step.tag_description, rows }] : []
  })
}
