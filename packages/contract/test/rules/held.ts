import { type InputType, type Rule, rulesOf } from './rule.ts'

interface Sample {
  settings: object
  /** A value that the server knows about the visitor, in the format of the known data. */
  datum: unknown
  /** The same value, converted to an answer. */
  known: unknown
  /** The author's default answer to the question. `typed` is a different answer, which the visitor enters. */
  preset: unknown
  typed: unknown
  wire: unknown
  /** The value that the server stores for a question that has no answer. */
  empty: unknown
}

/**
 * Rows of the rules table for answers that the visitor cannot change (visitor specification, section 3, "Readonly").
 * They are the same for every input type. LOCKED: the visitor can never change the answer. UNLOCKED: only if no known
 * value exists. EDITABLE: always. Upper and lower case of these settings are valid. The page does not show hidden
 * questions.
 */
export function heldRules<T extends InputType>(type: T, sample: Sample): Rule[] {
  const { accepts, refuses } = rulesOf(type)
  const { datum, known, preset, typed, wire, empty } = sample
  type Settings = Parameters<typeof accepts>[1]
  const settings = sample.settings as Settings
  const withDefault = { ...sample.settings, default: preset } as Settings
  const mapped = { mapping: 'dato' } as const
  const person = { dato: datum }
  const locked = empty === '' || empty === null || (Array.isArray(empty) && empty.length === 0) ? undefined : empty
  return [
    accepts('the default is used if the visitor types nothing', withDefault, undefined, { wire: preset }),
    accepts('the visitor’s answer replaces the default', withDefault, typed, { wire }),
    accepts('the known datum replaces the default', withDefault, undefined, { field: mapped, known: person, wire: known }),
    accepts('EDITABLE: the visitor’s answer replaces the known datum', settings, typed, {
      field: { ...mapped, readonly: 'EDITABLE' },
      known: person,
      wire,
    }),
    accepts('editable in lower case: the visitor’s answer replaces the known datum', settings, typed, {
      field: { ...mapped, readonly: 'editable' },
      known: person,
      wire,
    }),
    accepts('LOCKED: the default replaces the visitor’s answer', withDefault, typed, { field: { readonly: 'LOCKED' }, wire: preset }),
    accepts('locked in lower case: the default replaces the visitor’s answer', withDefault, typed, { field: { readonly: 'locked' }, wire: preset }),
    accepts('LOCKED: the known datum replaces the visitor’s answer', withDefault, typed, {
      field: { ...mapped, readonly: 'LOCKED' },
      known: person,
      wire: known,
    }),
    accepts('LOCKED: empty without a default and a known datum', settings, typed, { field: { ...mapped, readonly: 'LOCKED' }, wire: locked, kept: empty }),
    accepts('UNLOCKED: a known datum replaces the visitor’s answer', settings, typed, {
      field: { ...mapped, readonly: 'UNLOCKED' },
      known: person,
      wire: known,
    }),
    accepts('unlocked in lower case: a known datum replaces the visitor’s answer', settings, typed, {
      field: { ...mapped, readonly: 'unlocked' },
      known: person,
      wire: known,
    }),
    accepts('UNLOCKED: the visitor’s answer if no datum is known', settings, typed, { field: { ...mapped, readonly: 'UNLOCKED' }, wire }),
    accepts('UNLOCKED: the visitor’s answer if the known datum is empty', settings, typed, {
      field: { ...mapped, readonly: 'UNLOCKED' },
      known: { dato: '' },
      wire,
    }),
    accepts('UNLOCKED: the visitor’s answer if only another datum is known', settings, typed, {
      field: { ...mapped, readonly: 'UNLOCKED' },
      known: { altro: datum },
      wire,
    }),
    accepts('hidden: the server stores the default and ignores the visitor’s answer', withDefault, typed, {
      field: { hidden: true },
      wire: undefined,
      kept: preset,
    }),
    accepts('hidden: the server stores the known datum', settings, typed, { field: { ...mapped, hidden: true }, known: person, wire: undefined, kept: known }),
    accepts('hidden and required: the visitor is not asked', settings, undefined, { field: { hidden: true, required: true }, wire: undefined, kept: empty }),
    refuses('LOCKED and required, without a known datum', settings, typed, [type === 'slider' ? 'selezionare_valore' : 'campo_richiesto'], {
      field: { readonly: 'LOCKED', required: true },
      wire: locked,
      kept: empty,
    }),
  ]
}
