import { type InputType, type Rule, rulesOf } from './rule.ts'

interface Sample {
  settings: object
  /** A known datum as stored in the person's data. */
  datum: unknown
  /** The known datum converted to an answer. */
  known: unknown
  /** The author's default, and a different answer that the visitor might type. */
  preset: unknown
  typed: unknown
  wire: unknown
  /** The value that the server stores for an unanswered question. */
  empty: unknown
}

/**
 * Rules on fixed answers (visitor specification, section 3, "Readonly"), the same for every type: LOCKED answers are always fixed, UNLOCKED ones if the datum
 * is known, in either letter case of the setting, EDITABLE ones never; hidden questions are not asked.
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
    accepts('starts with its default', withDefault, undefined, { wire: preset }),
    accepts('gives way to what the visitor answers instead of the default', withDefault, typed, { wire }),
    accepts('starts with what is known, not with the default', withDefault, undefined, { field: mapped, known: person, wire: known }),
    accepts('EDITABLE: takes the visitor’s answer though something is known', settings, typed, {
      field: { ...mapped, readonly: 'EDITABLE' },
      known: person,
      wire,
    }),
    accepts('editable, in small letters', settings, typed, { field: { ...mapped, readonly: 'editable' }, known: person, wire }),
    accepts('LOCKED: keeps the default whatever is typed', withDefault, typed, { field: { readonly: 'LOCKED' }, wire: preset }),
    accepts('locked, in small letters', withDefault, typed, { field: { readonly: 'locked' }, wire: preset }),
    accepts('LOCKED: keeps what is known whatever is typed', withDefault, typed, { field: { ...mapped, readonly: 'LOCKED' }, known: person, wire: known }),
    accepts('LOCKED: stays empty where nothing is known', settings, typed, { field: { ...mapped, readonly: 'LOCKED' }, wire: locked, kept: empty }),
    accepts('UNLOCKED: is held where something is known', settings, typed, { field: { ...mapped, readonly: 'UNLOCKED' }, known: person, wire: known }),
    accepts('unlocked, in small letters', settings, typed, { field: { ...mapped, readonly: 'unlocked' }, known: person, wire: known }),
    accepts('UNLOCKED: is the visitor’s where nothing is known', settings, typed, { field: { ...mapped, readonly: 'UNLOCKED' }, wire }),
    accepts('UNLOCKED: is the visitor’s where what is known is empty', settings, typed, {
      field: { ...mapped, readonly: 'UNLOCKED' },
      known: { dato: '' },
      wire,
    }),
    accepts('UNLOCKED: is the visitor’s where another key is known', settings, typed, {
      field: { ...mapped, readonly: 'UNLOCKED' },
      known: { altro: datum },
      wire,
    }),
    accepts('hidden: is not asked, and keeps its default', withDefault, typed, { field: { hidden: true }, wire: undefined, kept: preset }),
    accepts('hidden: keeps what is known', settings, typed, { field: { ...mapped, hidden: true }, known: person, wire: undefined, kept: known }),
    accepts('hidden and required: is not asked all the same', settings, undefined, { field: { hidden: true, required: true }, wire: undefined, kept: empty }),
    refuses('LOCKED, required and unknown: is empty', settings, typed, [type === 'slider' ? 'selezionare_valore' : 'campo_richiesto'], {
      field: { readonly: 'LOCKED', required: true },
      wire: locked,
      kept: empty,
    }),
  ]
}
