import { TEXT_FORMATS } from './text-formats.ts'

/** Kinds of controls that the form editor has for settings. */
export type SettingControl =
  | 'text'
  | 'html'
  | 'template'
  | 'json'
  | 'whole'
  | 'size'
  | 'number'
  | 'switch'
  | 'lines'
  | 'file_types'
  | 'pattern'
  | 'columns'
  | 'faq'
  | 'relative'
  | 'question'
  | 'service'
  | { choices: readonly string[] }
  | { rows: readonly string[] }

/** Group in which the editor shows a setting of a question. */
export type SettingGroup = 'text' | 'answer' | 'limits' | 'prefill'

/**
 * The editor's control for each setting of a question, keyed by the name of the setting (visitor specification, section
 * 3: `default_value`).
 */
export const settingControls = {
  placeholder: ['text', 'text'],
  text_format: ['answer', { choices: TEXT_FORMATS }],
  options: ['answer', { rows: ['value', 'key', 'icon'] }],
  checkboxes: ['answer', { rows: ['value', 'key', 'state'] }],
  items: ['answer', { rows: ['value', 'key', 'color'] }],
  isButtons: ['answer', 'switch'],
  isCards: ['answer', 'switch'],
  service_code: ['answer', 'service'],
  payloads: ['answer', { rows: ['type', 'key', 'value'] }],
  decimals: ['answer', 'whole'],
  elementsType: ['answer', { choices: ['text', 'number'] }],
  time: ['answer', 'switch'],
  format: ['answer', 'text'],
  separator: ['answer', 'text'],
  multiple: ['answer', 'switch'],
  file_type: ['answer', 'file_types'],
  min: ['limits', 'number'],
  max: ['limits', 'number'],
  min_len: ['limits', 'whole'],
  max_len: ['limits', 'whole'],
  relative_min: ['limits', 'relative'],
  relative_max: ['limits', 'relative'],
  max_size: ['limits', 'size'],
  max_selected: ['limits', 'whole'],
  nelementsmin: ['limits', 'whole'],
  nelementsmax: ['limits', 'whole'],
  validation_mask: ['limits', 'pattern'],
  validation: ['limits', 'lines'],
  name: ['limits', 'question'],
  surname: ['limits', 'question'],
  birthday: ['limits', 'question'],
  gender: ['limits', 'question'],
  birthplace: ['limits', 'question'],
  default: ['prefill', 'text'],
} as const satisfies Readonly<Record<string, readonly [SettingGroup, SettingControl]>>

export type SettingKey = keyof typeof settingControls

/** What the form editor needs to know about an input type. */
export interface InputEditor {
  /** Settings of a new question with this input type, without `input_type`. */
  initial: Readonly<Record<string, unknown>>
  /** Keys of the settings that this input type has, in the order in which the editor shows them. */
  settings: readonly SettingKey[]
  /**
   * Controls for settings of this input type, where they differ from the usual controls, such as a date picker for the
   * minimum of a date.
   */
  controls?: Readonly<Partial<Record<SettingKey, SettingControl>>>
  /** Phrases that name settings of this input type, where the usual name would be unclear. */
  labels?: Readonly<Partial<Record<SettingKey, 'set_first_date' | 'set_last_date'>>>
  /** Settings that few authors need for this input type. The editor shows them among the further settings. */
  rare?: readonly SettingKey[]
  /** Returns false for settings that have no effect with the question's other settings. Default: all have an effect. */
  applies?: (key: SettingKey, settings: Readonly<Record<string, unknown>>) => boolean
}

/** What the form editor needs to know about a type of information block. */
export interface BlockEditor {
  /** Value of a new block of this type. */
  initial: unknown
  /** The parts of the block's value, keyed by their names. The key is `''` if the whole value is a single text. */
  parts: Readonly<Record<string, SettingControl>>
}
