import type { Issue, IssueCode } from '@sportello/fields'
import type { FormField, Property, QuestionField } from '../../src/form/form-field.ts'

type Settings = Property['default_value']
export type InputType = Settings['input_type']
type SettingsFor<T extends InputType> = Omit<Extract<Settings, { input_type: T }>, 'input_type'>

/** What stands around a question's settings, and who is asked. */
interface Circumstances {
  field?: Partial<Pick<QuestionField, 'required' | 'hidden' | 'readonly' | 'mapping'>>
  fontCase?: Property['font_case']
  /** Of the page. Italian where it is not said. */
  language?: string
  /** What is known of the visitor's person. */
  known?: Readonly<Record<string, unknown>>
  /** What was typed into the questions that stand beside this one, by the codes of {@link neighbours}. */
  others?: Readonly<Record<string, unknown>>
}

/** One row of the table of rules; both halves are held against it. */
export interface Rule {
  /** Names the specification's rule, as the rest of the sentence "a question of this type: …". */
  rule: string
  field: FormField
  /** What the control holds: a text, a tick, keys, chosen files. `undefined`: nobody has touched it. */
  typed: unknown
  /** What the browser sends for it; `undefined`: nothing. */
  wire: unknown
  /** What the server keeps of that, where it is something else. */
  kept: unknown
  faults: readonly Issue[]
  language: string
  known: Readonly<Record<string, unknown>>
  others: Readonly<Record<string, unknown>>
}

/** The code of every row's question. */
export const ASKED = 'asked'
/** The day on which every row is judged, a Tuesday. */
export const TODAY = '2026-03-10'

/** A fault as rows write it: its code, then its params. */
type Told = readonly [code: IssueCode, ...params: string[]]

/** Makes the rows of one type. */
export function rulesOf<T extends InputType>(type: T) {
  type More = Circumstances & { wire?: unknown; kept?: unknown }
  const row = (rule: string, settings: SettingsFor<T>, typed: unknown, told: readonly Told[], more: More): Rule => {
    const wire = Object.hasOwn(more, 'wire') ? more.wire : typed
    return {
      rule,
      field: {
        type: 'PROPERTY',
        ordering: 10,
        ...more.field,
        value: {
          property_code: ASKED,
          property_description: 'Asked',
          ...(more.fontCase && { font_case: more.fontCase }),
          default_value: { ...settings, input_type: type } as Settings,
        },
      },
      typed,
      wire,
      kept: Object.hasOwn(more, 'kept') ? more.kept : wire,
      faults: told.map(([code, ...params]) => ({ code, params })),
      language: more.language ?? 'it',
      known: more.known ?? {},
      others: more.others ?? {},
    }
  }
  return {
    /** An answer that both halves take. `wire` where it is not what was typed. */
    accepts: (rule: string, settings: SettingsFor<T>, typed: unknown, more: More = {}) => row(rule, settings, typed, [], more),
    /** An answer that both halves refuse, and how. */
    refuses: (rule: string, settings: SettingsFor<T>, typed: unknown, told: Told, more: More = {}) => row(rule, settings, typed, [told], more),
    /** As `refuses`, with several faults at once. */
    refusesAll: (rule: string, settings: SettingsFor<T>, typed: unknown, told: readonly Told[], more: More = {}) => row(rule, settings, typed, told, more),
  }
}

export const REQUIRED = { field: { required: true } } as const

const neighbour = (code: string, settings: Settings): FormField => ({
  type: 'PROPERTY',
  ordering: 1,
  value: { property_code: code, property_description: code, default_value: settings },
})

/** The questions beside a row's own: those with which a tax code may be compared. None must be answered. */
export const neighbours: readonly FormField[] = [
  neighbour('nome', { input_type: 'text' }),
  neighbour('cognome', { input_type: 'text' }),
  neighbour('nato', { input_type: 'date' }),
  neighbour('sesso', {
    input_type: 'select',
    options: [
      { key: 'F', value: 'Donna' },
      { key: 'M', value: 'Uomo' },
      { key: 'X', value: 'Non dico' },
    ],
  }),
  neighbour('luogo', { input_type: 'text' }),
  { ...neighbour('nome_noto', { input_type: 'text' }), hidden: true, mapping: 'nome' } as FormField,
]

/** A file of some size, as far as it is known before its content is looked at. */
export const aFile = (name: string, size = 1000) => ({ name, size, type: '' })
