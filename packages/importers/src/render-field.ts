import type { FormField, Language, Property } from '@sportello/contract'
import { MAX_HTML, MAX_LABEL } from './limits.ts'
import type { Notes } from './notes.ts'
import type { SourceChoice, SourceEntry, SourceInput, SourceQuestion } from './source-form.ts'
import { type SourceText, textIn } from './source-text.ts'

type Settings = Property['default_value']

/** Data about the imported form that are needed to convert its fields. */
export interface RenderContext {
  language: Language | undefined
  codeOf: (question: SourceQuestion) => string
  notes: Notes
}

/**
 * Converts an entry of the source form to a field in one language. If `optional` is true, the visitor need not answer
 * the question.
 */
export function renderField(entry: SourceEntry, optional: boolean, ordering: number, context: RenderContext): FormField {
  if (entry.kind === 'block') return { type: 'HTML', ordering, value: bounded(textIn(entry.html, context.language), MAX_HTML, entry.place, context.notes) }
  const { label, help, input } = entry
  const clean = (text: string) => bounded(text, MAX_LABEL, entry.place, context.notes)
  const words = (text: SourceText | undefined) => clean(textIn(text, context.language))
  const code = context.codeOf(entry)
  const info = words(help)
  return {
    type: 'PROPERTY',
    ordering,
    ...(entry.required && !optional && { required: true }),
    ...(entry.hidden && { hidden: true }),
    ...(entry.locked && { readonly: 'LOCKED' as const }),
    ...(info !== '' && { info_text: info }),
    value: {
      property_code: code,
      property_description: words(label) || clean(entry.name.trim()) || code,
      default_value: settingsOf(input, words(entry.placeholder), { clean, options: (choices) => optionsOf(choices, words) }),
    },
  }
}

type Option = { key: string; value: string }

function optionsOf(choices: readonly SourceChoice[], words: (text: SourceText) => string): Option[] {
  return choices.map(({ key, label }) => ({ key, value: words(label) || key }))
}

/** Functions that convert the texts and options of an imported question to one language. */
interface Writer {
  clean: (text: string) => string
  options: (choices: readonly SourceChoice[]) => Option[]
}

function settingsOf(input: SourceInput, placeholder: string, { clean, options }: Writer): Settings {
  const hint = placeholder !== '' && { placeholder }
  switch (input.type) {
    case 'text':
    case 'textarea':
    case 'email':
      return {
        input_type: input.type,
        ...hint,
        ...lengths(input.minLength, input.maxLength),
        ...patterns(input.patterns),
        ...given('default', input.default && clean(input.default)),
      }
    case 'int':
    case 'numeric':
      return { input_type: input.type, ...hint, ...bounds(input.min, input.max), ...given('default', input.default) }
    case 'date':
      return {
        input_type: 'date',
        ...(input.time && { time: true }),
        ...given('min', input.min),
        ...given('max', input.max),
        ...(input.from && { relative_min_period: 'days' as const, relative_min_value: 0 }),
        ...(input.until && { relative_max_period: 'days' as const, relative_max_value: 0 }),
        ...given('default', input.default),
      }
    case 'boolean':
      return { input_type: 'boolean', ...(input.default && { default: true }) }
    case 'file':
      return {
        input_type: 'file',
        ...(input.multiple && { multiple: true }),
        ...(input.fileTypes && input.fileTypes.length > 0 && { file_type: input.fileTypes.map(clean) }),
        ...(positive(input.maxKilobytes) && { max_size: input.maxKilobytes }),
      }
    case 'array':
      return {
        input_type: 'array',
        elementsType: input.of,
        ...(positive(input.min) && { nelementsmin: Math.floor(input.min) }),
        ...(positive(input.max) && { nelementsmax: Math.max(1, Math.floor(input.max)) }),
      }
    case 'select': {
      const [chosen] = input.default ?? []
      return { input_type: 'select', ...hint, options: options(input.choices), ...(input.buttons && { isButtons: true }), ...given('default', chosen) }
    }
    case 'slider':
      return { input_type: 'slider', items: options(input.choices), ...given('default', input.default?.[0]) }
    case 'multi_checkbox':
      return {
        input_type: 'multi_checkbox',
        checkboxes: options(input.choices).map((box) => (input.default?.includes(box.key) ? { ...box, state: true } : box)),
        ...(positive(input.maxSelected) && { max_selected: Math.max(1, Math.floor(input.maxSelected)) }),
      }
  }
}

const given = <K extends string, V>(key: K, value: V | undefined) => (value === undefined ? {} : ({ [key]: value } as Record<K, V>))

const positive = (value: number | undefined): value is number => value !== undefined && Number.isSafeInteger(Math.floor(value)) && value > 0

function lengths(min: number | undefined, max: number | undefined): { min_len?: number; max_len?: number } {
  const least = positive(min) ? Math.floor(min) : undefined
  const most = positive(max) ? Math.max(1, Math.floor(max)) : undefined
  if (least !== undefined && most !== undefined && least > most) return { max_len: most }
  return { ...(least !== undefined && { min_len: least }), ...(most !== undefined && { max_len: most }) }
}

function bounds(min: number | undefined, max: number | undefined): { min?: number; max?: number } {
  return { ...(Number.isFinite(min) && { min: min as number }), ...(Number.isFinite(max) && { max: max as number }) }
}

function patterns(list: readonly string[] | undefined): { validation?: string | string[] } {
  const [first, ...more] = list ?? []
  if (first === undefined) return {}
  return { validation: more.length === 0 ? first : [first, ...more] }
}

/**
 * Shortens a text of a source form to a maximum length and adds a note about this. Also replaces NUL and lone
 * surrogates, which are not allowed in JSON in a database.
 */
export function bounded(text: string, most: number, place: string, notes: Notes): string {
  const clean = text.replaceAll('\0', '').toWellFormed()
  if (clean.length <= most) return clean
  notes.add(place, 'text_cut', String(most))
  return clean.slice(0, most).toWellFormed()
}
