import { type Issue, type IssueCode, issue, noIssue } from './issue.ts'

/** Data that the check of an answer may use besides the answer itself. */
export interface CheckContext {
  /** Today's date (YYYY-MM-DD) in the form's time zone; relative date bounds count from it. */
  today: string
  /**
   * Returns whether the whole of `value` matches an author's `pattern` (RE2 syntax). Patterns of authors never run in
   * V8's own regular expression engine.
   */
  matches: (pattern: string, value: string) => boolean
  /**
   * Returns the answer to another question of the visitor's path by its property code; undefined if the question has no
   * answer.
   */
  answerTo?: ((code: string) => unknown) | undefined
  /** Returns the Belfiore codes of a typed birthplace; undefined if the list of places is not loaded. */
  placeCodes?: ((place: string) => readonly string[]) | undefined
  /** Keys of the options that the question's data source offers; undefined if they are not known. */
  offered?: ReadonlySet<string> | undefined
}

/** Words for writing an answer as text for people: the language (BCP 47 tag) and the words for true and false. */
export interface AnswerWords {
  language: string
  yes: string
  no: string
}

/** Definition of an input type: the functions and values that server and browser share. */
export interface InputDefinition<Settings, Value> {
  /** Value of an unanswered question of this input type. */
  empty: Value
  /**
   * Returns the initial value of a field. Set only for input types that store the initial value under a key other than
   * `default`.
   */
  initial?: (settings: Settings) => Value
  /** Error code if a required field of this input type has no answer; `campo_richiesto` by default. */
  required?: IssueCode
  /** Returns whether a JSON value has the right type for an answer of this input type. */
  accepts: (value: unknown) => value is Value
  isEmpty: (value: Value) => boolean
  /** Returns the errors of an answer. The answer has already passed the check of its type and is not empty. */
  check: (value: Value, settings: Settings, context: CheckContext) => readonly Issue[]
  /** Returns the answer as text for people, as in a summary or a mail. */
  text: (value: Value, settings: Settings, words: AnswerWords) => string
  /**
   * Set if the visitor types the answer as text, so that `font_case` converts the letters of the answer. The keys of
   * options are never converted.
   */
  written?: true
  /**
   * Returns the answer in the form in which the server stores it, normalised for exact comparison (such as a tax code
   * in capitals).
   */
  keep?: (value: Value) => Value
  /**
   * Converts the value of a question's control to the value of the API. A text that cannot be converted is returned
   * unchanged, so that `accepts` or `check` rejects it. `today` (YYYY-MM-DD) decides the century of a typed date with a
   * two-digit year.
   */
  read?: (shown: unknown, language: string, settings: Settings, today?: string) => unknown
  /** Converts an answer in the API's format to the value that the question's control shows. */
  show?: (value: Value, language: string, settings: Settings) => unknown
}

/**
 * Checks one answer. This function alone applies the rules that all input types share: missing answer, required answer,
 * wrong type. `false` and an empty list count as no answer (wire contract, "Further").
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
 * Returns a function that converts typed text into an answer. Text that contains only white space becomes the empty
 * text; other text is trimmed and passed to `read`. Values that are not text are returned unchanged.
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
