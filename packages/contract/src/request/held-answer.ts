import { inputOf } from '@sportello/fields'
import type { Property } from '../form/form-field.ts'

/** What is known of the visitor's person, by the keys that fields name in `mapping` (visitor specification, section 3). */
export type KnownData = Readonly<Record<string, unknown>>

/** What a field says of how its answer comes about. */
export interface Hold {
  property: Property
  hidden: boolean
  /** LOCKED = never the visitor's; UNLOCKED = not where it is known; EDITABLE = always (visitor specification, section 3). */
  readonly: 'LOCKED' | 'UNLOCKED' | 'EDITABLE'
  mapping: string | undefined
}

/** An answer as it is kept: in the type's own form, letters in the case that the property asks for. */
export function keptAnswer(property: Property, answer: unknown): unknown {
  const { keep, accepts, written } = inputOf(property.default_value.input_type)
  const kept = keep && accepts(answer) ? keep(answer) : answer
  if (!written) return kept
  return Array.isArray(kept) ? kept.map((each) => inCase(property.font_case, each)) : inCase(property.font_case, kept)
}

function inCase(fontCase: Property['font_case'], answer: unknown): unknown {
  if (typeof answer !== 'string') return answer
  if (fontCase === 'upper') return answer.toUpperCase()
  return fontCase === 'lower' ? answer.toLowerCase() : answer
}

/** The known datum that a field maps to, as this field's answer; undefined where nothing usable is known. */
function knownAnswer({ property, mapping }: Hold, known: KnownData): unknown {
  if (mapping === undefined || !Object.hasOwn(known, mapping)) return undefined
  const settings = property.default_value
  const input = inputOf(settings.input_type)
  const datum = known[mapping]
  // A person may have several addresses; a field that takes one takes the first.
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

/** The answer of a question that nobody has touched: what is known, else the author's default where it has the right type, else none. */
export function initialAnswer(hold: Hold, known: KnownData): unknown {
  const { input_type: type, default: preset } = hold.property.default_value
  const input = inputOf(type)
  const datum = knownAnswer(hold, known)
  if (datum !== undefined) return datum
  if (preset !== undefined && input.accepts(preset)) return keptAnswer(hold.property, preset)
  return input.initial?.(hold.property.default_value) ?? input.empty
}

/** Whether the answer is out of the visitor's hands: hidden, locked, or filled from what is known. The server takes its own then, whatever is sent. */
export function isHeld(hold: Hold, known: KnownData): boolean {
  if (hold.hidden || hold.readonly === 'LOCKED') return true
  return hold.readonly === 'UNLOCKED' && knownAnswer(hold, known) !== undefined
}

/** The wire's answer of what a control shows; undefined where that is no answer at all. `today`: the deployment's day, YYYY-MM-DD. */
export function wireAnswer({ property }: Hold, shown: unknown, language: string, today: string): unknown {
  const { read } = inputOf(property.default_value.input_type)
  const answer = keptAnswer(property, read ? read(shown, language, property.default_value, today) : shown)
  return isNothing(answer) ? undefined : answer
}

function isNothing(answer: unknown): boolean {
  return answer === undefined || answer === '' || answer === null || (Array.isArray(answer) && answer.every((each) => each === ''))
}

/**
 * What counts as answered, whatever was sent: of a question that is held the answer that holds it, of the others what was sent, in the
 * form in which it is kept. Files are not among them.
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
