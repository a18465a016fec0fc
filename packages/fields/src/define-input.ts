import { type Issue, type IssueCode, issue, noIssue } from './issue.ts'

/** What a check may know beyond the answer itself. */
export interface CheckContext {
  /** The deployment's day, YYYY-MM-DD, in the form's time zone: relative date bounds count from it. */
  today: string
  /** Whether the whole of `value` matches `pattern` (RE2 syntax). An author's pattern never runs in V8. */
  matches: (pattern: string, value: string) => boolean
  /** The answer to another question on the path, by its property code; undefined where there is none. */
  answerTo?: ((code: string) => unknown) | undefined
  /** Belfiore codes of a birthplace as it was typed; undefined where the list of places has not been loaded. */
  placeCodes?: ((place: string) => readonly string[]) | undefined
  /** The keys that the question's service offers; undefined where they are not known. */
  offered?: ReadonlySet<string> | undefined
}

/** What an answer needs of a language to be read by people: its tag (BCP 47) and its words for a boolean. */
export interface AnswerWords {
  language: string
  yes: string
  no: string
}

/** The pure half of an input type; the server and the browser run the same one. */
export interface InputDefinition<Settings, Value> {
  /** No answer. */
  empty: Value
  /** The answer of a field that nobody has touched, where its settings give one beside `default`. */
  initial?: (settings: Settings) => Value
  /** What a required field says without an answer, where it is not `campo_richiesto`. */
  required?: IssueCode
  /** Whether a JSON value has the type that the wire gives to this input. */
  accepts: (value: unknown) => value is Value
  isEmpty: (value: Value) => boolean
  /** Faults of a well-typed, non-empty answer. */
  check: (value: Value, settings: Settings, context: CheckContext) => readonly Issue[]
  /** The answer as people read it in a summary or a mail. */
  text: (value: Value, settings: Settings, words: AnswerWords) => string
  /** The visitor writes the letters of the answer, so `font_case` applies to them; keys of options keep theirs. */
  written?: true
  /** The answer as it is kept: what people type loosely and computers compare strictly, such as letters in the right case. */
  keep?: (value: Value) => Value
  /**
   * Turns what the control holds into the wire's value; what cannot be read stays as it is, and `accepts` or `check` refuses it.
   * `today` (YYYY-MM-DD) is given where a person typed it: it settles the century of a year of two digits.
   */
  read?: (shown: unknown, language: string, settings: Settings, today?: string) => unknown
  /** Turns the wire's value into what the control holds. */
  show?: (value: Value, language: string, settings: Settings) => unknown
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
  const unanswered = () => (field.required ? issue(definition.required ?? 'campo_richiesto') : noIssue)
  if (answer === undefined || answer === null || answer === '') return unanswered()
  if (!definition.accepts(answer)) return issue('campo_formato')
  if (definition.isEmpty(answer)) return unanswered()
  return definition.check(answer, field.settings, context)
}

/** A reader of typed text: blanks are nothing typed, what is no text stays as it is. */
export function reading(read: (typed: string) => unknown): (shown: unknown) => unknown {
  return (shown) => {
    if (typeof shown !== 'string') return shown
    const typed = shown.trim()
    return typed === '' ? '' : read(typed)
  }
}

export const isString = (value: unknown): value is string => typeof value === 'string'
export const isBlank = (value: string): boolean => value.trim() === ''
