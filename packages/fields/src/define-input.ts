import { type Issue, issue, noIssue } from './issue.ts'

/** What a check may know beyond the answer itself. */
export interface CheckContext {
  /** The deployment's day, YYYY-MM-DD, in the form's time zone: relative date bounds count from it. */
  today: string
  /** Whether the whole of `value` matches `pattern` (RE2 syntax). An author's pattern never runs in V8. */
  matches: (pattern: string, value: string) => boolean
}

/** What an answer needs of a language to be read by people: its tag (BCP 47) and its words for a boolean. */
export interface AnswerWords {
  language: string
  yes: string
  no: string
}

/** The pure half of an input type; the server and the browser run the same one. */
export interface InputDefinition<Settings, Value> {
  /** The answer of a field that nobody has touched. */
  empty: Value
  /** Whether a JSON value has the type that the wire gives to this input. */
  accepts: (value: unknown) => value is Value
  isEmpty: (value: Value) => boolean
  /** Faults of a well-typed, non-empty answer. */
  check: (value: Value, settings: Settings, context: CheckContext) => readonly Issue[]
  /** The answer as people read it in a summary or a mail. */
  text: (value: Value, settings: Settings, words: AnswerWords) => string
  /** Turns what was typed into the wire's value; what cannot be read stays as it is and `accepts` refuses it. */
  read?: (typed: string, language: string) => unknown
  /** Turns the wire's value into what the control shows. */
  show?: (value: Value, language: string) => string
}

/**
 * Judges one answer. What all types share (absent, required, wrong type) is decided here and nowhere else.
 * A `false` or an empty list counts as no answer (wire contract, "Further").
 */
export function checkAnswer<S, V>(
  definition: InputDefinition<S, V>,
  answer: unknown,
  field: { required: boolean; settings: S },
  context: CheckContext,
): readonly Issue[] {
  if (answer === undefined || answer === null || answer === '') return field.required ? issue('campo_richiesto') : noIssue
  if (!definition.accepts(answer)) return issue('campo_formato')
  if (definition.isEmpty(answer)) return field.required ? issue('campo_richiesto') : noIssue
  return definition.check(answer, field.settings, context)
}

export const isString = (value: unknown): value is string => typeof value === 'string'
export const isBlank = (value: string): boolean => value.trim() === ''
