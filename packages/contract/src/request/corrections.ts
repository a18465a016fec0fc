import type { QuestionField } from '../form/form-field.ts'
import { furtherFieldsOf } from '../form/further-questions.ts'
import type { Tag } from '../form/tag.ts'
import { isQuestion } from '../form/tree.ts'
import type { Answers } from './check-request.ts'

/** Maximum number of questions that the desk can ask to correct at once. */
export const MAX_CORRECTED = 50

/** Code under which files are stored that the desk asked for without naming a question of the form. A form's own question of this code comes first. */
export const FURTHER_FILES = '__further_files'

const isFile = ({ value }: QuestionField): boolean => value.default_value.input_type === 'file'

function questionFields(path: readonly Pick<Tag, 'form_fields'>[]): QuestionField[] {
  const fields = [...path.flatMap((tag) => tag.form_fields).filter(isQuestion), ...furtherFieldsOf(path.at(-1))]
  const codes = fields.map(({ value }) => value.property_code)
  return fields.filter(({ value }, at) => codes.indexOf(value.property_code) === at)
}

/**
 * Returns the questions of a request whose answers a requester can correct: those that a visitor could answer. Hidden and locked
 * questions, and questions that the server fills in from a session, are not among them.
 * @param path steps from the root to the step of the request
 */
export function correctableFields(path: readonly Pick<Tag, 'form_fields'>[]): QuestionField[] {
  return questionFields(path).filter(({ hidden, readonly, mapping }) => {
    const kind = readonly?.toUpperCase() ?? 'EDITABLE'
    return !hidden && kind !== 'LOCKED' && (kind !== 'UNLOCKED' || mapping === undefined)
  })
}

/** Returns what the desk asks for by naming these questions. */
export function messageKind(codes: readonly string[], path: readonly Pick<Tag, 'form_fields'>[]): 'question' | 'correction' | 'file' {
  if (codes.length === 0) return 'question'
  const files = new Set([
    FURTHER_FILES,
    ...correctableFields(path)
      .filter(isFile)
      .map(({ value }) => value.property_code),
  ])
  return codes.every((code) => files.has(code)) ? 'file' : 'correction'
}

function furtherFiles(label: string): QuestionField {
  return {
    type: 'PROPERTY',
    id: FURTHER_FILES,
    ordering: 0,
    required: true,
    value: {
      property_code: FURTHER_FILES,
      property_description: label,
      default_value: { input_type: 'file', multiple: true },
    },
  }
}

/**
 * Returns the questions of a request as one step in which only the given questions are asked. Each question has the stored answer as its
 * default value. The others are hidden, so that they keep it, and rules and data sources can compare with it.
 * @param answers the stored answers; empty if the requester must not see them
 * @param furtherLabel label of the question for further files
 */
export function correctionFields(path: readonly Pick<Tag, 'form_fields'>[], codes: readonly string[], answers: Answers, furtherLabel: string): QuestionField[] {
  const asked = new Set(codes)
  const own = questionFields(path).map((field): QuestionField => {
    const { mapping: _mapping, readonly: _readonly, ...free } = field
    const { property_code: code, default_value: settings } = field.value
    const { default: _preset, ...others } = settings as typeof settings & { default?: unknown }
    const answer = Object.hasOwn(answers, code) ? answers[code] : undefined
    const kept = { ...others, ...(answer !== undefined && answer !== null && { default: answer }) } as typeof settings
    // Who corrects a file sends another one: there is none that the control could show.
    return { ...free, hidden: !asked.has(code), value: { ...field.value, default_value: kept }, ...(isFile(field) && { required: true }) }
  })
  const isOwn = own.some(({ value }) => value.property_code === FURTHER_FILES)
  return asked.has(FURTHER_FILES) && !isOwn ? [...own, furtherFiles(furtherLabel)] : own
}
