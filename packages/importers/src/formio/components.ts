import { choiceInput } from '../choices.ts'
import { dayOf, type JsonObject, numberOf, objectOf, objectsOf, propertyOf, textOf } from '../json-reader.ts'
import { MAX_NAME } from '../limits.ts'
import { convertPattern } from '../patterns.ts'
import { noteSettings, type QuestionFrame, type Reading } from '../reading.ts'
import type { SourceChoice, SourceEntry, SourceInput } from '../source-form.ts'
import { plainText } from '../source-text.ts'

export type FormIoReading = Reading

const SETTINGS = ['logic', 'customDefaultValue', 'encrypted', 'dbIndex', 'unique', 'inputMask', 'allowCalculateOverride', 'attributes']
/**
 * Returns true if a setting of a Form.io component is empty. The Form.io builder writes all settings, including those
 * that are empty.
 */
const isEmptySetting = (value: unknown) =>
  value === '' || (Array.isArray(value) && value.length === 0) || Object.keys(objectOf(value) ?? { set: 1 }).length === 0

const SILENT = new Set(['button', 'recaptcha', 'hr'])

/**
 * Converts a component of a Form.io form to entries of the imported form. The list is empty if the type of the
 * component is unknown.
 */
export function readComponent(type: string, component: JsonObject, reading: FormIoReading): SourceEntry[] {
  const { notes } = reading
  const name = textOf(propertyOf(component, 'key'))
  if (SILENT.has(type)) return readButton(type, component, reading)
  if (type === 'content' || type === 'htmlelement') {
    const html = textOf(propertyOf(component, type === 'content' ? 'html' : 'content'))
    const tag = textOf(propertyOf(component, 'tag'))
    const wrapped = type === 'htmlelement' && /^(?:p|div|h[1-6]|blockquote|pre)$/.test(tag) ? `<${tag}>${html}</${tag}>` : html
    return html === '' ? [] : [{ kind: 'block', place: name, html: plainText(wrapped) }]
  }
  if (type === 'survey') return survey(component, reading)
  const input = inputOf(type, component, reading, name)
  if (input) return [{ kind: 'question', ...frameOf(component, reading), input: repeated(input, component) }]
  notes.add(name, 'type_left_out', type || '?')
  return []
}

function readButton(type: string, component: JsonObject, { notes }: FormIoReading): SourceEntry[] {
  const action = textOf(propertyOf(component, 'action'))
  if (type === 'button' && !['', 'submit', 'reset'].includes(action)) notes.add(textOf(propertyOf(component, 'key')), 'type_left_out', `button: ${action}`)
  return []
}

function frameOf(component: JsonObject, { notes }: FormIoReading): QuestionFrame {
  const name = textOf(propertyOf(component, 'key')).slice(0, MAX_NAME)
  const validate = objectOf(propertyOf(component, 'validate')) ?? {}
  const settings = Object.fromEntries(SETTINGS.map((key) => [key, propertyOf(component, key)]).filter(([, value]) => !isEmptySetting(value)))
  noteSettings(notes, name, settings, SETTINGS)
  for (const key of ['custom', 'json']) {
    const script = textOf(propertyOf(validate, key))
    if (script !== '') notes.add(name, 'script', script)
  }
  const calculated = textOf(propertyOf(component, 'calculateValue'))
  if (calculated !== '') notes.add(name, 'calculation', calculated)
  const label = textOf(propertyOf(component, 'label'))
  if (/\{\{.*?\}\}/.test(label.slice(0, 2_000))) notes.add(name, 'reference')
  return {
    name,
    place: name,
    label: plainText(label),
    help: plainText(textOf(propertyOf(component, 'description')) || textOf(propertyOf(component, 'tooltip'))),
    placeholder: plainText(textOf(propertyOf(component, 'placeholder'))),
    required: propertyOf(validate, 'required') === true,
    ...((propertyOf(component, 'hidden') === true || textOf(propertyOf(component, 'type')) === 'hidden') && { hidden: true }),
    ...(propertyOf(component, 'disabled') === true && { locked: true }),
  }
}

/** Returns a list input for a Form.io text or number component that accepts several answers. */
function repeated(input: SourceInput, component: JsonObject): SourceInput {
  if (propertyOf(component, 'multiple') !== true) return input
  if (input.type === 'text' || input.type === 'textarea') return { type: 'array', of: 'text' }
  return input.type === 'int' || input.type === 'numeric' ? { type: 'array', of: 'number' } : input
}

function inputOf(type: string, component: JsonObject, reading: FormIoReading, place: string): SourceInput | undefined {
  const { notes } = reading
  switch (type) {
    case 'textfield':
    case 'phoneNumber':
    case 'hidden':
      return written('text', component, reading, place)
    case 'textarea':
      return written('textarea', component, reading, place)
    case 'email':
      return written('email', component, reading, place)
    case 'url':
    case 'password':
    case 'time':
    case 'address':
    case 'tags':
      notes.add(place, 'type_changed', type, 'text')
      return written('text', component, reading, place)
    case 'number':
    case 'currency': {
      const validate = objectOf(propertyOf(component, 'validate')) ?? {}
      const isWhole = propertyOf(validate, 'integer') === true || numberOf(propertyOf(component, 'decimalLimit')) === 0
      const bounds = { min: numberOf(propertyOf(validate, 'min')), max: numberOf(propertyOf(validate, 'max')) }
      return { type: isWhole ? 'int' : 'numeric', ...bounds, default: numberOf(propertyOf(component, 'defaultValue')) }
    }
    case 'checkbox':
      return { type: 'boolean', default: propertyOf(component, 'defaultValue') === true }
    case 'selectboxes':
    case 'radio':
    case 'select':
      return choices(type, component, reading, place)
    case 'datetime':
    case 'day':
      return dateInput(type, component, reading, place)
    case 'file':
    case 'signature':
      return fileInput(type, component, reading, place)
    default:
      return undefined
  }
}

function written(type: 'text' | 'textarea' | 'email', component: JsonObject, { notes }: FormIoReading, place: string): SourceInput {
  const validate = objectOf(propertyOf(component, 'validate')) ?? {}
  const maxLength = numberOf(propertyOf(validate, 'maxLength')) || undefined
  const source = textOf(propertyOf(validate, 'pattern'))
  const pattern = source === '' ? undefined : convertPattern(source, 'whole', maxLength)
  if (source !== '' && pattern === undefined) notes.add(place, 'pattern', source)
  for (const key of ['minWords', 'maxWords']) if (numberOf(propertyOf(validate, key))) notes.add(place, 'setting', key)
  const given = textOf(propertyOf(component, 'defaultValue'))
  return {
    type,
    minLength: numberOf(propertyOf(validate, 'minLength')) || undefined,
    maxLength,
    patterns: pattern === undefined ? [] : [pattern],
    ...(given !== '' && { default: given }),
  }
}

/** Converts the options of a Form.io component, each of which has a `value` and a `label`. */
function optionsOf(value: unknown, { bounds }: FormIoReading): SourceChoice[] {
  const list = objectsOf(value)
  bounds.choices(list.length)
  return list.map((option) => ({ key: textOf(propertyOf(option, 'value')), label: plainText(textOf(propertyOf(option, 'label'))) }))
}

function choices(type: string, component: JsonObject, reading: FormIoReading, place: string): SourceInput {
  const { notes } = reading
  const data = objectOf(propertyOf(component, 'data')) ?? {}
  const source = textOf(propertyOf(component, 'dataSrc')) || 'values'
  const validate = objectOf(propertyOf(component, 'validate')) ?? {}
  if (source !== 'values') notes.add(place, 'choices_external', textOf(propertyOf(data, source)) || source)
  const options =
    type === 'select'
      ? optionsOf(source === 'values' ? propertyOf(data, 'values') : propertyOf(data, 'json'), reading)
      : optionsOf(propertyOf(component, 'values'), reading)
  const several = type === 'selectboxes' || (type === 'select' && propertyOf(component, 'multiple') === true)
  if (numberOf(propertyOf(validate, 'minSelectedCount'))) notes.add(place, 'setting', 'minSelectedCount')
  return choiceInput(
    several ? 'multi_checkbox' : 'select',
    options,
    { maxSelected: numberOf(propertyOf(validate, 'maxSelectedCount')) || undefined, default: defaultKeys(propertyOf(component, 'defaultValue')) },
    { notes, place },
  )
}

/**
 * Returns the selected keys in the default value of a Form.io component. The default value is a single key, a list of
 * keys, or an object that maps keys to true or false.
 */
function defaultKeys(value: unknown): string[] {
  const map = objectOf(value)
  if (map) return Object.keys(map).filter((key) => map[key] === true)
  return (Array.isArray(value) ? value : [value]).map(textOf).filter((key) => key !== '')
}

function dateInput(type: string, component: JsonObject, { notes }: FormIoReading, place: string): SourceInput {
  if (type === 'day') return { type: 'date', time: false }
  const picker = objectOf(propertyOf(component, 'datePicker')) ?? {}
  const [min, max] = [textOf(propertyOf(picker, 'minDate')), textOf(propertyOf(picker, 'maxDate'))]
  for (const bound of [min, max]) if (bound !== '' && dayOf(bound) === undefined) notes.add(place, 'calculation', bound)
  if (propertyOf(component, 'enableDate') === false) notes.add(place, 'type_changed', 'time', 'date')
  return { type: 'date', time: propertyOf(component, 'enableTime') !== false, min: dayOf(min), max: dayOf(max) }
}

const UNITS: Readonly<Record<string, number>> = { KB: 1, MB: 1_024, GB: 1_048_576 }

function fileInput(type: string, component: JsonObject, { notes }: FormIoReading, place: string): SourceInput {
  if (type === 'signature') {
    notes.add(place, 'type_changed', type, 'file')
    return { type: 'file', multiple: false, fileTypes: ['image/*'] }
  }
  const [, size = '', unit = 'MB'] = /^\s*(\d{1,9}(?:\.\d{1,9})?)\s*([KMG]B)\s*$/i.exec(textOf(propertyOf(component, 'fileMaxSize'))) ?? []
  const pattern = textOf(propertyOf(component, 'filePattern')).slice(0, 2_000)
  return {
    type: 'file',
    multiple: propertyOf(component, 'multiple') === true,
    fileTypes: pattern
      .split(/[,;]/)
      .map((each) => each.trim())
      .filter((each) => /^[\w.*/+-]+$/.test(each)),
    ...(size !== '' && { maxKilobytes: Number(size) * (UNITS[unit.toUpperCase()] ?? 1_024) }),
  }
}

/** Converts a Form.io survey, which is a table of questions with the same options, to one choice question per row. */
function survey(component: JsonObject, reading: FormIoReading): SourceEntry[] {
  const frame = frameOf(component, reading)
  const { bounds, notes } = reading
  notes.add(frame.place, 'matrix')
  const options = optionsOf(propertyOf(component, 'values'), reading)
  return optionsOf(propertyOf(component, 'questions'), reading).map(({ key, label }) => {
    bounds.element(1)
    bounds.choices(options.length)
    const input = choiceInput('select', options, {}, { notes, place: frame.place })
    return { kind: 'question', ...frame, name: `${frame.name}_${key}`, label: Object.keys(label).length > 0 ? label : plainText(key), input }
  })
}
