import { inputOf } from '@sportello/fields'
import type { Property } from '../form/form-field.ts'

/**
 * Known data about the visitor: values that the server already knows, keyed by the names that fields use in `mapping`
 * (visitor specification, section 3).
 */
export type KnownData = Readonly<Record<string, unknown>>

/** The settings of a field that determine the source of its answer. */
export interface Hold {
  property: Property
  hidden: boolean
  /**
   * Whether the visitor can change the answer to the field. LOCKED: never. UNLOCKED: only if no known value fills in
   * the field. EDITABLE: always (visitor specification, section 3).
   */
  readonly: 'LOCKED' | 'UNLOCKED' | 'EDITABLE'
  mapping: string | undefined
}

/**
 * Returns an answer as the server stores it: normalised by the rules of its input type, and in the letter case (upper
 * or lower) that the question requires.
 */
export function keptAnswer(property: Property, answer: unknown): unknown {
  const settings = property.default_value
  const { keep, accepts, written } = inputOf(settings.input_type)
  const kept = keep && accepts(answer) ? keep(answer, settings) : answer
  if (!written) return kept
  return Array.isArray(kept) ? kept.map((each) => inCase(property.font_case, each)) : inCase(property.font_case, kept)
}

function inCase(fontCase: Property['font_case'], answer: unknown): unknown {
  if (typeof answer !== 'string') return answer
  if (fontCase === 'upper') return answer.toUpperCase()
  return fontCase === 'lower' ? answer.toLowerCase() : answer
}

/**
 * Returns the known value with which a field is filled in, converted to an answer of the field's type; undefined if
 * there is no usable value.
 */
function knownAnswer({ property, mapping }: Hold, known: KnownData): unknown {
  if (mapping === undefined || !Object.hasOwn(known, mapping)) return undefined
  const settings = property.default_value
  const input = inputOf(settings.input_type)
  const datum = known[mapping]
  // A known value may be a list, for example if several e-mail addresses are known. A field for a single value then
  // uses the first item.
  const first = Array.isArray(datum) ? datum[0] : datum
  const one = typeof first === 'string' ? first.trim() : first
  const text = typeof one === 'number' || typeof one === 'string' ? String(one) : ''
  const list = Array.isArray(datum) ? datum : undefined
  const read = (value: unknown) => (value && input.read ? input.read(value, 'it', settings) : undefined)
  const readings = [read(text), read(list), list, one, text, BOOLEANS.get(text)]
  const found = readings.find((reading) => !isNothing(reading) && input.accepts(reading) && !input.isEmpty(reading))
  return found === undefined ? undefined : keptAnswer(property, found)
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
])

/**
 * Returns the answer to a question that the visitor has not touched. Uses the first that exists: the known value, the
 * author's default if it has the right type, the initial or empty value of the input type.
 */
export function initialAnswer(hold: Hold, known: KnownData): unknown {
  const { input_type: type, default: preset } = hold.property.default_value
  const input = inputOf(type)
  const datum = knownAnswer(hold, known)
  if (datum !== undefined) return datum
  if (preset !== undefined && input.accepts(preset)) return keptAnswer(hold.property, preset)
  return input.initial?.(hold.property.default_value) ?? input.empty
}

/**
 * Returns true if the visitor cannot change the answer to a question, because the question is hidden, locked or filled
 * in from known data. The server then ignores the submitted answer and uses its own.
 */
export function isHeld(hold: Hold, known: KnownData): boolean {
  if (hold.hidden || hold.readonly === 'LOCKED') return true
  return hold.readonly === 'UNLOCKED' && knownAnswer(hold, known) !== undefined
}

/**
 * Converts the value of a control to an answer in the API's format; undefined if the value is not an answer. `today` is
 * the current date in the deployment's time zone, YYYY-MM-DD.
 */
export function wireAnswer({ property }: Hold, shown: unknown, language: string, today: string): unknown {
  const { read } = inputOf(property.default_value.input_type)
  const answer = keptAnswer(property, read ? read(shown, language, property.default_value, today) : shown)
  return isNothing(answer) ? undefined : answer
}

function isNothing(answer: unknown): boolean {
  return answer === undefined || answer === '' || answer === null || (Array.isArray(answer) && answer.every((each) => each === ''))
}

/**
 * Returns the answers that the server stores: its own answers for questions that the visitor cannot change, and the
 * submitted answers for all others. Answers to file questions are not included.
 */
export function effectiveAnswers(questions: readonly Hold[], given: Readonly<Record<string, unknown>>, known: KnownData): Record<string, unknown> {
  const answers: Record<string, unknown> = {}
  for (const question of questions) {
    const { property_code: code, default_value: settings } = question.property
    if (settings.input_type === 'file') continue
    if (isHeld(question, known)) answers[code] = initialAnswer(question, known)
    else if (Object.hasOwn(given, code)) answers[code] = keptAnswer(question.property, given[code])
  }
  return answers
}
