import type { Issue, IssueCode } from '@sportello/fields'
import type { FormField, Property, QuestionField } from '../../src/form/form-field.ts'

type Settings = Property['default_value']
export type InputType = Settings['input_type']
type SettingsFor<T extends InputType> = Omit<Extract<Settings, { input_type: T }>, 'input_type'>

/** The conditions under which a row of the rules table is tested, besides the settings of its question. */
interface Circumstances {
  field?: Partial<Pick<QuestionField, 'required' | 'hidden' | 'readonly' | 'mapping'>>
  fontCase?: Property['font_case']
  /** Language of the page for a row of the rules table; Italian by default. */
  language?: string
  /** Known data of the visitor for a row of the rules table. */
  known?: Readonly<Record<string, unknown>>
  /**
   * Answers that the visitor typed to other questions, for a row of the rules table, by the codes of {@link
   * neighbours}.
   */
  others?: Readonly<Record<string, unknown>>
}

/**
 * A row of the table of input rules: a typed answer with the expected result. Tests check that browser and server give
 * this result.
 */
export interface Rule {
  /**
   * Title of the tests that are generated from a row of the rules table: the tested input and condition, with the
   * expected result in brackets.
   */
  rule: string
  field: FormField
  /**
   * Value of the question's control before the check: a text, a boolean, keys, or chosen files; `undefined` if the
   * visitor has not touched the control.
   */
  typed: unknown
  /** The answer that the browser sends for the typed value; `undefined` if it sends none. */
  wire: unknown
  /**
   * The answer that the server stores for the typed value, if it differs from the answer that the browser sends
   * (`wire`).
   */
  kept: unknown
  faults: readonly Issue[]
  language: string
  known: Readonly<Record<string, unknown>>
  others: Readonly<Record<string, unknown>>
}

/** Property code of the question under test in each row of the rules table. */
export const ASKED = 'asked'
/** The day on which the tests check every row of the rules table, a Tuesday. */
export const TODAY = '2026-03-10'

/** An expected error in a row of the rules table: the error code, then its params. */
type Told = readonly [code: IssueCode, ...params: string[]]

/** Returns functions that build the rows of the rules table for one input type. */
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
     * Builds a row of the rules table whose answer both browser and server accept. Set `wire` if the sent answer
     * differs from the typed value.
     */
    accepts: (rule: string, settings: SettingsFor<T>, typed: unknown, more: More = {}) => row(rule, settings, typed, [], more),
    /** Builds a row of the rules table whose answer both browser and server reject with one error. */
    refuses: (rule: string, settings: SettingsFor<T>, typed: unknown, told: Told, more: More = {}) => row(rule, settings, typed, [told], more),
    /** Builds a row of the rules table whose answer both browser and server reject with several errors. */
    refusesAll: (rule: string, settings: SettingsFor<T>, typed: unknown, told: readonly Told[], more: More = {}) => row(rule, settings, typed, told, more),
  }
}

export const REQUIRED = { field: { required: true } } as const

const neighbour = (code: string, settings: Settings): FormField => ({
  type: 'PROPERTY',
  ordering: 1,
  value: { property_code: code, property_description: code, default_value: settings },
})

/** The other questions of the test form; tests compare a tax code with their answers. No answer to them is required. */
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

/** Returns a file as a visitor has chosen it, with name and size but without content. */
export const aFile = (name: string, size = 1000) => ({ name, size, type: '' })
