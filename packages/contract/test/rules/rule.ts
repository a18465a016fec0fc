import type { Issue, IssueCode } from '@sportello/fields'
import type { FormField, Property, QuestionField } from '../../src/form/form-field.ts'

type Settings = Property['default_value']
export type InputType = Settings['input_type']
type SettingsFor<T extends InputType> = Omit<Extract<Settings, { input_type: T }>, 'input_type'>

/** The conditions under which a row of the rules table is tested, in addition to the settings of its question. */
interface Circumstances {
  field?: Partial<Pick<QuestionField, 'required' | 'hidden' | 'readonly' | 'mapping'>>
  fontCase?: Property['font_case']
  /** Language of the page. The default is Italian. */
  language?: string
  /** Known data about the visitor. */
  known?: Readonly<Record<string, unknown>>
  /** The visitor's answers to other questions, keyed by the codes of the {@link neighbours}. */
  others?: Readonly<Record<string, unknown>>
}

/**
 * A row of the rules table: an answer that the visitor enters, and the expected result. Tests check that the browser
 * and the server produce this result.
 */
export interface Rule {
  /**
   * Title of the tests that are generated from the row: the input and the condition, followed by the expected result in
   * brackets.
   */
  rule: string
  field: FormField
  /**
   * Value of the question's control before the check: a text, a boolean, keys, or chosen files; `undefined` if the
   * visitor has not touched the control.
   */
  typed: unknown
  /** The answer that the browser sends for this value; `undefined` if it sends no answer. */
  wire: unknown
  /** The answer that the server stores, if it differs from the answer that the browser sends (`wire`). */
  kept: unknown
  faults: readonly Issue[]
  language: string
  known: Readonly<Record<string, unknown>>
  others: Readonly<Record<string, unknown>>
}

/** Property code of the question that each row tests. */
export const ASKED = 'asked'
/** The current date in all tests of the rules table, a Tuesday. */
export const TODAY = '2026-03-10'

/** An expected error: the error code, followed by its parameters. */
type Told = readonly [code: IssueCode, ...params: string[]]

/** Returns functions that create the rows of the rules table for an input type. */
export function rulesOf<T extends InputType>(type: T) {
  type More = Circumstances & { wire?: unknown; kept?: unknown }
  const row = (rule: string, settings: SettingsFor<T>, typed: unknown, told: readonly Told[], more: More): Rule => {
    const wire = Object.hasOwn(more, 'wire') ? more.wire : typed
    return {
      rule: `${rule} (${told.length === 0 ? 'accepted' : `rejected: ${told.map(([code]) => code).join(', ')}`})`,
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
    /**
     * Creates a row with an answer that both the browser and the server accept. Set `wire` if the browser sends an
     * answer that differs from the visitor's input.
     */
    accepts: (rule: string, settings: SettingsFor<T>, typed: unknown, more: More = {}) => row(rule, settings, typed, [], more),
    /** Creates a row with an answer that both the browser and the server reject with one error. */
    refuses: (rule: string, settings: SettingsFor<T>, typed: unknown, told: Told, more: More = {}) => row(rule, settings, typed, [told], more),
    /** Creates a row with an answer that both the browser and the server reject with several errors. */
    refusesAll: (rule: string, settings: SettingsFor<T>, typed: unknown, told: readonly Told[], more: More = {}) => row(rule, settings, typed, told, more),
  }
}

export const REQUIRED = { field: { required: true } } as const

const neighbour = (code: string, settings: Settings): FormField => ({
  type: 'PROPERTY',
  ordering: 1,
  value: { property_code: code, property_description: code, default_value: settings },
})

/**
 * Other questions of the test form. Tests compare a tax code with the answers to these questions. None of them is
 * required.
 */
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

/** Returns a file as if the visitor had chosen it. The file has a name and a size, but no content. */
export const aFile = (name: string, size = 1000) => ({ name, size, type: '' })
