import { z } from 'zod'
import { linkAddress } from './blocks/html-header-button/definition.ts'
import type { BlockType, BlockValues } from './blocks.ts'
import type { InputType, SettingsOf } from './inputs.ts'
import { TEXT_FORMATS } from './text-formats.ts'

const period = z.enum(['days', 'weeks', 'months', 'years'])
const pattern = z.string().max(512)
const keyValue = { key: z.string(), value: z.string() }

/**
 * Options of a select field as an object that maps each label to its value. Empty values are not allowed, because they
 * would be treated as a missing answer.
 */
const optionMap = z.record(z.string().min(1), z.string().min(1)).refine((map) => Object.keys(map).length > 0, 'must hold at least one option')

/**
 * The keys that the visitor specification lists under `default_value` (section 3). All keys are optional, and authors
 * may also set keys that the input type does not use.
 */
const shared = {
  service_code: z.string(),
  payloads: z.array(z.strictObject({ type: z.enum(['static', 'field', 'session']), key: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) })),
  placeholder: z.string(),
  default: z.unknown(),
  min: z.union([z.number(), z.string()]),
  max: z.union([z.number(), z.string()]),
  min_len: z.int().min(0),
  max_len: z.int().min(1),
  minlength: z.int().min(0),
  maxlength: z.int().min(1),
  validation_mask: pattern,
  validation: z.union([pattern, z.array(pattern)]),
  options: z.union([z.array(z.strictObject({ ...keyValue, icon: z.string().optional() })).min(1), optionMap]),
  isButtons: z.boolean(),
  isCards: z.boolean(),
  elementsType: z.string(),
  validationOptions: z.unknown(),
  format: z.string(),
  separator: z.string().max(1),
  time: z.boolean(),
  relative_min_period: period,
  relative_min_value: z.number(),
  relative_max_period: period,
  relative_max_value: z.number(),
  multiple: z.boolean(),
  file_type: z.array(z.string()),
  max_size: z.number().positive(),
  nelementsmin: z.int().min(0),
  nelementsmax: z.int().min(1),
  checkboxes: z.array(z.strictObject({ ...keyValue, state: z.boolean().optional() })),
  max_selected: z.int().min(1),
  items: z.array(z.strictObject({ ...keyValue, color: z.string().optional() })),
  name: z.string(),
  surname: z.string(),
  birthday: z.string(),
  gender: z.string(),
  birthplace: z.string(),
}

const optional = z.strictObject(shared).partial().shape
const number = z.union([z.number(), z.string().regex(/^-?\d+([.]\d+)?$/)]).optional()

function settingsFor<T extends InputType, Extra extends z.ZodRawShape>(type: T, extra: Extra) {
  return z.strictObject({ ...optional, ...extra, input_type: z.literal(type) })
}

/**
 * Registry of the settings of input types: the schema of each type's `default_value`, as authors write it in a
 * Property.
 */
export const inputSettings = {
  text: settingsFor('text', { text_format: z.enum(TEXT_FORMATS).optional() }),
  textarea: settingsFor('textarea', {}),
  email: settingsFor('email', {}),
  int: settingsFor('int', { min: number, max: number }),
  numeric: settingsFor('numeric', { min: number, max: number, decimals: z.int().min(0).max(10).optional() }),
  boolean: settingsFor('boolean', { default: z.boolean().optional() }),
  select: z.strictObject({ ...optional, options: shared.options, input_type: z.literal('select') }),
  select_data_source: z
    .strictObject({ ...optional, input_type: z.literal('select_data_source') })
    .refine((value) => value.options !== undefined || value.service_code !== undefined, {
      path: ['options'],
      message: 'is needed where no service_code is given',
    }),
  date: settingsFor('date', {}),
  file: settingsFor('file', {}),
  multi_checkbox: z.strictObject({
    ...optional,
    checkboxes: shared.checkboxes.min(1),
    default: z.array(z.string()).optional(),
    input_type: z.literal('multi_checkbox'),
  }),
  slider: z.strictObject({ ...optional, items: shared.items.min(1), input_type: z.literal('slider') }),
  array: z.strictObject({ ...optional, elementsType: z.enum(['number', 'text']), min: number, max: number, input_type: z.literal('array') }),
  codfis: settingsFor('codfis', {}),
} satisfies { [T in InputType]: z.ZodType<SettingsOf<T>> }

export const anyInputSettings = z.discriminatedUnion('input_type', [
  inputSettings.text,
  inputSettings.textarea,
  inputSettings.email,
  inputSettings.int,
  inputSettings.numeric,
  inputSettings.boolean,
  inputSettings.select,
  inputSettings.select_data_source,
  inputSettings.date,
  inputSettings.file,
  inputSettings.multi_checkbox,
  inputSettings.slider,
  inputSettings.array,
  inputSettings.codfis,
])

const footerElement = z.strictObject({ iconElem: z.string().optional(), textElem: z.string() })

/**
 * Registry of the values of information blocks: the schema of each block's `value`, as authors write it in a FormField.
 */
export const blockValues = {
  HTML: z.string(),
  ALERT: z.strictObject({
    icon: z.string().optional(),
    variant: z.enum(['info', 'success', 'warning', 'danger']),
    text: z.string(),
  }),
  FAQ: z.array(z.strictObject({ question: z.string(), answer: z.string() })).min(1),
  SEND_BUTTON_CUSTOMIZATION: z.strictObject({
    label: z.string().min(1),
    action: z.union([z.literal('send'), z.url({ protocol: /^https$/ })]).optional(),
  }),
  HTML_SUMMARY: z.string(),
  HTML_HEADER: z.string(),
  HTML_HEADER_BUTTON: z.strictObject({
    url: z.string().refine((url) => linkAddress(url) !== undefined, 'must be an http, https, mailto or tel address'),
    title: z.string().min(1),
  }),
  FOOTER: z.strictObject({
    icon: z.string().optional(),
    title: z.string().optional(),
    description: z.string().optional(),
    links: z.array(footerElement).optional(),
    colonne: z.array(z.strictObject({ nomeColonna: z.string(), elems: z.array(footerElement) })).optional(),
  }),
  CONFIRM_MODAL: z.strictObject({ title: z.string().min(1), text: z.string(), confirm: z.string().optional(), cancel: z.string().optional() }),
  TERMS_CONDITIONS: z.strictObject({ text: z.string().optional(), html: z.string(), shown_as: z.enum(['button', 'link']).optional() }),
} satisfies { [T in BlockType]: z.ZodType<BlockValues[T]> }
