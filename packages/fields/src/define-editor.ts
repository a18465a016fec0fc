/** Kinds of controls with which the form editor edits a setting. */
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

/** Group of the editor's inspector in which a setting of a question appears. */
export type SettingGroup = 'text' | 'answer' | 'limits' | 'prefill'

/** The editor's controls for the settings of questions, by key (visitor specification, section 3: `default_value`). */
export const settingControls = {
  placeholder: ['text', 'text'],
  options: ['answer', { rows: ['value', 'key', 'icon'] }],
  checkboxes: ['answer', { rows: ['value', 'key', 'state'] }],
  items: ['answer', { rows: ['value', 'key', 'color'] }],
  isButtons: ['answer', 'switch'],
  service_code: ['answer', 'service'],
  payloads: ['answer', { rows: ['type', 'key', 'value'] }],
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

/** Description of an input type for the form editor. */
export interface InputEditor {
  /** Settings of a new question with this input type; `input_type` itself is left out. */
  initial: Readonly<Record<string, unknown>>
  /** Keys of the settings that the input type has, in the order in which the inspector shows them. */
  settings: readonly SettingKey[]
  /**
   * Controls of this input type that differ from the usual controls, such as a date picker for the minimum of a date.
   */
  controls?: Readonly<Partial<Record<SettingKey, SettingControl>>>
}

/** Description of an information block for the form editor. */
export interface BlockEditor {
  /** Initial value of a new block of this type in the form editor. */
  initial: unknown
  /** The parts of the block's value by key; the key is `''` if the whole value is one text. */
  parts: Readonly<Record<string, SettingControl>>
}
