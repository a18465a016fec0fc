import { type Issue, type IssueCode, issue, noIssue } from './issue.ts'

/** Data that the check of an answer can use in addition to the answer itself. */
export interface CheckContext {
  /** Current date (YYYY-MM-DD) in the form's time zone. Relative dates are counted from this day. */
  today: string
  /**
   * Returns true if an author's `pattern` (RE2 syntax) matches the whole `value`. Authors' patterns never run in
   * JavaScript's own regular-expression engine.
   */
  matches: (pattern: string, value: string) => boolean
  /**
   * Returns the answer to another question of the same request, by its property code; undefined if that question has no
   * answer.
   */
  answerTo?: ((code: string) => unknown) | undefined
  /** Returns the Belfiore codes for a birthplace as typed; undefined if the list of places is not loaded. */
  placeCodes?: ((place: string) => readonly string[]) | undefined
  /** Keys of the options that the question's data source offers; undefined if they are unknown. */
  offered?: ReadonlySet<string> | undefined
}

/**
 * What is needed to write an answer as text for people: the language (BCP 47 tag), and the words for true and false.
 */
export interface AnswerWords {
  language: string
  yes: string
  no: string
}

/** Definition of an input type, with the functions and values that the server and the browser share. */
export interface InputDefinition<Settings, Value> {
  /** Value of a question of this input type that has no answer. */
  empty: Value
  /**
   * Returns the initial value of a field. Only defined for input types whose initial value is stored under another key
   * than `default`.
   */
  initial?: (settings: Settings) => Value
  /** Error code that is reported if a required field of this type has no answer. The default is `campo_richiesto`. */
  required?: IssueCode
  /** Returns true if a JSON value has the right type for an answer of this input type. */
  accepts: (value: unknown) => value is Value
  isEmpty: (value: Value) => boolean
  /** Returns the errors of an answer that is not empty and whose type has already been checked. */
  check: (value: Value, settings: Settings, context: CheckContext) => readonly Issue[]
  /** Returns the answer as text for people, for example for a summary or a mail. */
  text: (value: Value, settings: Settings, words: AnswerWords) => string
  /**
   * True if the visitor types the answer, as opposed to choosing an option. Only typed answers are converted to the
   * upper or lower case that `font_case` specifies.
   */
  written?: true
  /**
   * Returns the answer as the server stores it, normalised for exact comparison. For example, a tax code is converted
   * to capitals.
   */
  keep?: (value: Value, settings: Settings) => Value
  /**
   * Converts the value of a control to the value in the API's format. A text that cannot be converted is returned
   * unchanged, so that `accepts` or `check` rejects it. `today` (YYYY-MM-DD) determines the century if a date has a
   * two-digit year.
   */
  read?: (shown: unknown, language: string, settings: Settings, today?: string) => unknown
  /** Converts an answer from the API's format to the value that the control shows. */
  show?: (value: Value, language: string, settings: Settings) => unknown
}

/**
 * Checks one answer. This function applies the rules that all input types share: an answer may be missing, a required
 * answer may not, and the type must be right. `false` and an empty list are treated as a missing answer (wire contract,
 * "Further").
 */
export function checkAnswer<S, V>(
  definition: InputDefinition<S, V>,
  answer: unknown,
  field: { required: boolean; settings: S },
  context: CheckContext,
): readonly Issue[] {
  const unanswered = () => (field.required ? issue(definition.required ?? 'campo_richiesto') : noIssue)
  if (answer === undefined || answer === null || answer === '') return unanswered()
  if (!definition.accepts(answer)) return issue('campo_formato')
  if (definition.isEmpty(answer)) return unanswered()
  return definition.check(answer, field.settings, context)
}

/**
 * Returns a function that converts typed text to an answer. Text that consists only of white space becomes an empty
 * text; any other text is trimmed and passed to `read`. Values that are not texts are returned unchanged.
 */
export function reading(read: (typed: string) => unknown): (shown: unknown) => unknown {
  return (shown) => {
    if (typeof shown !== 'string') return shown
    const typed = shown.trim()
    return typed === '' ? '' : read(typed)
  }
}

export const isString = (value: unknown): value is string => typeof value === 'string'
export const isBlank = (value: string): boolean => value.trim() === ''
