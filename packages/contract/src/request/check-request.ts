import { type CheckContext, checkAnswer, type FileFacts, type Issue, inputOf, serviceOf } from '@sportello/fields'
import type { FormField, Property, QuestionField } from '../form/form-field.ts'
import { furtherFieldsOf } from '../form/further-questions.ts'
import { isQuestion } from '../form/tree.ts'
import type { Hold } from './held-answer.ts'

/** Answers in the API's format, keyed by property code. */
export type Answers = Readonly<Record<string, unknown>>
/** Uploaded files for the request's file questions, keyed by property code. */
export type Files = Readonly<Record<string, readonly FileFacts[]>>

/** A question in one of the steps that the visitor went through, with the settings of its FormField. */
export interface Question extends Hold {
  required: boolean
}

/**
 * Returns the code of the data source that provides a question's options; undefined if the question has no data source.
 */
export function serviceOfQuestion(settings: Property['default_value']): string | undefined {
  return settings.input_type === 'select_data_source' ? serviceOf(settings) : undefined
}

/** An error in one answer of a request. */
export interface FieldFault {
  field: string
  issue: Issue
}

/** Converts a FormField that contains a question to a `Question`. */
export function questionOf(field: QuestionField): Question {
  return {
    property: field.value,
    required: field.required ?? false,
    hidden: field.hidden ?? false,
    readonly: (field.readonly?.toUpperCase() ?? 'EDITABLE') as Hold['readonly'],
    mapping: field.mapping,
  }
}

/**
 * Returns the questions of all steps that the visitor went through, in the order in which the page shows them (wire
 * contract, "Fields": the questions of all steps belong to the request).
 */
export function questionsOf(path: readonly { form_fields: readonly FormField[] }[]): Question[] {
  return path.flatMap((tag) => tag.form_fields.filter(isQuestion).map(questionOf))
}

/** Returns the further questions of a step as ordinary questions. */
export function furtherQuestionsOf(step: { form_fields: readonly FormField[] } | undefined): Question[] {
  return furtherFieldsOf(step).map(questionOf)
}

/**
 * Returns the option keys that a question's data source offers for the visitor's answers. The parameter is the code of
 * the
 * question. Returns undefined if the keys are unknown.
 */
export type OfferedFor = (code: string) => ReadonlySet<string> | undefined

/** Checks all answers of a request. Hidden questions are ignored, because the server sets their answers itself. */
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

/**
 * Returns a property of an object, but ignores inherited properties, because the code of a question may be
 * `constructor`.
 */
function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

/**
 * Returns the codes in a request that do not belong to the visitor's steps: unknown codes, questions of other branches,
 * and
 * files for questions that are not file questions. Also returns the codes of files for hidden or locked questions. For
 * such questions the server replaces submitted answers with its own, but it has no file to replace a submitted file.
 */
export function foreignFields(questions: readonly Question[], answers: Answers, files: Files): string[] {
  const isFile = ({ property }: Question) => property.default_value.input_type === 'file'
  const codes = (asked: readonly Question[]) => new Set(asked.map(({ property }) => property.property_code))
  const plain = codes(questions.filter((question) => !isFile(question)))
  const attached = codes(questions.filter((question) => isFile(question) && !question.hidden && question.readonly !== 'LOCKED'))
  return [...Object.keys(answers).filter((key) => !plain.has(key)), ...Object.keys(files).filter((key) => !attached.has(key))]
}
