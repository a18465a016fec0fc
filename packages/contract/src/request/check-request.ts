import { type CheckContext, checkAnswer, type FileFacts, type Issue, inputOf, serviceOf } from '@sportello/fields'
import type { FormField, Property, QuestionField } from '../form/form-field.ts'
import { furtherFieldsOf } from '../form/further-questions.ts'
import { isQuestion } from '../form/tree.ts'
import type { Hold } from './held-answer.ts'

/** Answers as the wire carries them: by property code. */
export type Answers = Readonly<Record<string, unknown>>
/** The files of each file field, by property code. */
export type Files = Readonly<Record<string, readonly FileFacts[]>>

/** A question on the visitor's path, with what its FormField says of it. */
export interface Question extends Hold {
  required: boolean
}

/** The service that a question takes its options from, if it does. */
export function serviceOfQuestion(settings: Property['default_value']): string | undefined {
  return settings.input_type === 'select_data_source' ? serviceOf(settings) : undefined
}

/** What is wrong with one answer. */
export interface FieldFault {
  field: string
  issue: Issue
}

/** A question as its field says it. */
export function questionOf(field: QuestionField): Question {
  return {
    property: field.value,
    required: field.required ?? false,
    hidden: field.hidden ?? false,
    readonly: (field.readonly?.toUpperCase() ?? 'EDITABLE') as Hold['readonly'],
    mapping: field.mapping,
  }
}

/** The questions of every step on the path, in the order in which they are shown (wire contract, "Fields": not only the last one's). */
export function questionsOf(path: readonly { form_fields: readonly FormField[] }[]): Question[] {
  return path.flatMap((tag) => tag.form_fields.filter(isQuestion).map(questionOf))
}

/** What a step asks of those who still need help, as questions like any other. */
export function furtherQuestionsOf(step: { form_fields: readonly FormField[] } | undefined): Question[] {
  return furtherFieldsOf(step).map(questionOf)
}

/** The options that a question's service offers for the answers given, by property code; undefined where they are not known. */
export type OfferedFor = (code: string) => ReadonlySet<string> | undefined

/** Judges all answers of a path. Hidden questions are not asked, so they are not judged: the server fills them itself. */
export function checkRequest(questions: readonly Question[], answers: Answers, files: Files, context: CheckContext, offeredFor?: OfferedFor): FieldFault[] {
  const inRequest: CheckContext = { ...context, answerTo: (code) => own(answers, code) }
  return questions
    .filter((question) => !question.hidden)
    .flatMap((question) => {
      const { property_code: field, default_value: settings } = question.property
      const answer = settings.input_type === 'file' ? own(files, field) : own(answers, field)
      const issues = checkAnswer(
        inputOf(settings.input_type),
        answer,
        { required: question.required, settings },
        { ...inRequest, offered: offeredFor?.(field) },
      )
      return issues.map((issue) => ({ field, issue }))
    })
}

/** What stands under a key itself: a question may be called `constructor`. */
function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

/**
 * Fields that the request carries and the path does not ask for: unknown, of another branch, or not a file field. A file for a hidden or a
 * locked field is among them: of other types the server's own answer counts instead, but it has no files of its own.
 */
export function foreignFields(questions: readonly Question[], answers: Answers, files: Files): string[] {
  const isFile = ({ property }: Question) => property.default_value.input_type === 'file'
  const codes = (asked: readonly Question[]) => new Set(asked.map(({ property }) => property.property_code))
  const plain = codes(questions.filter((question) => !isFile(question)))
  const attached = codes(questions.filter((question) => isFile(question) && !question.hidden && question.readonly !== 'LOCKED'))
  return [...Object.keys(answers).filter((key) => !plain.has(key)), ...Object.keys(files).filter((key) => !attached.has(key))]
}
