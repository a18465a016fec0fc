import { choiceInput } from '../choices.ts'
import { dayOf, numberOf } from '../json-reader.ts'
import { convertPattern } from '../patterns.ts'
import type { Reading } from '../reading.ts'
import type { SourceChoice, SourceEntry, SourceInput } from '../source-form.ts'
import { mapText, paragraphs, type SourceText } from '../source-text.ts'
import type { Row } from './columns.ts'
import { type Limits, limitsOf } from './constraints.ts'

export interface XlsReading extends Reading {
  choices: ReadonlyMap<string, SourceChoice[]>
}

/** A row of the XLSForm sheet `survey`, whose type is split into words. */
export interface QuestionRow {
  row: Row
  place: string
  /** The type without the name of the option list, for example "select_one". */
  type: string
  /** The words after the type, for example the name of the option list. */
  rest: string[]
}

const FILE_TYPES: Readonly<Record<string, string[]>> = {
  image: ['image/*'],
  photo: ['image/*'],
  audio: ['audio/*'],
  'background-audio': ['audio/*'],
  video: ['video/*'],
  file: [],
}

/** Values of the column `appearance` that change only the look of a question. */
const LOOKS =
  /^(?:multiline|minimal|quick|compact|columns|columns-\d+|columns-pack|no-buttons|horizontal|likert|label|list-nolabel|field-list|w\d+|numbers|thousands-sep|signature|draw|annotate|autocomplete|search|no-calendar|table-list)$/

/**
 * Columns of an XLSForm for which no note is added: the importer uses them, or they only concern the collection of data
 * on a device.
 */
const KNOWN = new Set(
  'type name label hint required required_message constraint constraint_message relevant appearance default readonly calculation parameters disabled note notes comment comments guidance_hint choice_filter repeat_count media image audio video trigger'.split(
    ' ',
  ),
)
const NOTED = ['choice_filter', 'repeat_count', 'media', 'image', 'audio', 'video', 'trigger']

/** Converts a question or text of an XLSForm. The list is empty if the type of the row is unknown. */
export function readQuestion(question: QuestionRow, reading: XlsReading): SourceEntry[] {
  const { row, place, type } = question
  const { notes } = reading
  const label = row.text('label')
  if (Object.values(label).some((text) => text.includes('${'))) notes.add(place, 'reference')
  if (type === 'note') return [{ kind: 'block', place, html: mapText(label, paragraphs) }]
  if (type === 'calculate') {
    notes.add(place, 'calculation', row.cell('calculation'))
    return []
  }
  const input = inputOf(question, reading)
  if (!input) {
    notes.add(place, 'type_left_out', type)
    return []
  }
  noteColumns(question, reading)
  return [{ kind: 'question', name: row.cell('name'), place, label, ...wording(row), ...switches(question, reading), input }]
}

const wording = (row: Row): { help: SourceText } => ({ help: row.text('hint') })

const YES = /^(?:yes|true|true\(\)|1)$/i
const NO = /^(?:no|false|false\(\)|0)?$/i

function switches({ row, place, type }: QuestionRow, { notes }: XlsReading): { required: boolean; hidden?: boolean; locked?: boolean } {
  for (const name of ['required', 'readonly']) {
    const value = row.cell(name)
    if (!YES.test(value) && !NO.test(value)) notes.add(place, 'setting', `${name}: ${value}`)
  }
  return {
    required: YES.test(row.cell('required')),
    ...(type === 'hidden' && { hidden: true }),
    ...(YES.test(row.cell('readonly')) && { locked: true }),
  }
}

function noteColumns({ row, place }: QuestionRow, { notes }: XlsReading): void {
  const filled = row.filled()
  for (const name of filled) if (NOTED.includes(name) || !KNOWN.has(name)) notes.add(place, 'setting', name)
  for (const look of row.cell('appearance').split(/\s+/)) if (look !== '' && !LOOKS.test(look)) notes.add(place, 'setting', `appearance: ${look}`)
  if (row.cell('calculation') !== '') notes.add(place, 'calculation', row.cell('calculation'))
}

function inputOf(question: QuestionRow, reading: XlsReading): SourceInput | undefined {
  const { type, place } = question
  const { notes } = reading
  switch (type) {
    case 'text':
    case 'string':
    case 'hidden':
      return written(question, reading)
    case 'barcode':
    case 'time':
      notes.add(place, 'type_changed', type, 'text')
      return { type: 'text' }
    case 'integer':
    case 'int':
    case 'decimal':
      return number(question, reading)
    case 'range':
      return range(question, reading)
    case 'date':
    case 'datetime':
      return date(question, reading)
    case 'acknowledge':
    case 'trigger':
      return { type: 'boolean' }
    case 'select_one':
    case 'select_multiple':
    case 'select_one_from_file':
    case 'select_multiple_from_file':
    case 'rank':
      return choice(question, reading)
    default:
      return Object.hasOwn(FILE_TYPES, type) ? { type: 'file', multiple: false, fileTypes: FILE_TYPES[type] } : undefined
  }
}

function choice({ type, rest, row, place }: QuestionRow, { notes, choices, bounds }: XlsReading): SourceInput {
  const [list = '', ...more] = rest
  if (type.endsWith('_from_file')) notes.add(place, 'choices_external', list)
  if (type === 'rank') notes.add(place, 'type_changed', type, 'multi_checkbox')
  if (more.includes('or_other')) notes.add(place, 'setting', 'or_other')
  const options = choices.get(list) ?? []
  bounds.choices(options.length)
  const several = type.startsWith('select_multiple') || type === 'rank'
  const given = staticDefault(row, place, notes)
  const defaults = given === '' ? [] : several ? given.split(/\s+/) : [given]
  const limits = constraintOf(row, place, false, { notes }, /^count-selected\(\s*\.\s*\)\s*<=\s*(\d{1,4})$/)
  return choiceInput(several ? 'multi_checkbox' : 'select', options, { default: defaults, maxSelected: several ? limits.count : undefined }, { notes, place })
}

/**
 * Returns the default value of an XLSForm question. If the default is calculated, returns an empty text and adds a
 * note.
 */
function staticDefault(row: Row, place: string, notes: Reading['notes']): string {
  const given = row.cell('default')
  if (!/\$\{|\w\(.*\)/.test(given)) return given
  notes.add(place, 'calculation', given)
  return ''
}

/**
 * Parses the constraint of an XLSForm row. If the importer does not understand the constraint, it adds a note.
 * `counted` matches constraints that only limit a number of items.
 */
function constraintOf(row: Row, place: string, isWhole: boolean, { notes }: Pick<Reading, 'notes'>, counted?: RegExp): Limits & { count?: number } {
  const text = row.cell('constraint')
  if (text === '') return { patterns: [] }
  const count = counted?.exec(text.slice(0, 200).trim())?.[1]
  if (count !== undefined) return { patterns: [], count: Number(count) }
  const limits = limitsOf(text, isWhole)
  if (!limits || counted) notes.add(place, 'script', text)
  return limits && !counted ? limits : { patterns: [] }
}

function written({ row, place, type }: QuestionRow, { notes }: XlsReading): SourceInput {
  const limits = constraintOf(row, place, false, { notes })
  const given = staticDefault(row, place, notes)
  const rest = { minLength: limits.minLength, maxLength: limits.maxLength, ...(given !== '' && { default: given }) }
  if (limits.min !== undefined || limits.max !== undefined || limits.from || limits.until) notes.add(place, 'script', row.cell('constraint'))
  // A pattern that contains "@" describes an e-mail address. The importer drops the pattern, because the product's
  // e-mail input checks addresses itself.
  if (limits.patterns.some((pattern) => pattern.includes('@')) && type !== 'hidden') return { type: 'email', ...rest }
  const patterns = limits.patterns.flatMap((source) => {
    const pattern = convertPattern(source, 'whole', limits.maxLength)
    if (pattern === undefined) notes.add(place, 'pattern', source)
    return pattern ?? []
  })
  return { type: /\bmultiline\b/.test(row.cell('appearance')) ? 'textarea' : 'text', patterns, ...rest }
}

function number({ row, place, type }: QuestionRow, { notes }: XlsReading): SourceInput {
  const isWhole = type !== 'decimal'
  const limits = constraintOf(row, place, isWhole, { notes })
  if (limits.patterns.length > 0 || limits.minLength !== undefined || limits.maxLength !== undefined) notes.add(place, 'script', row.cell('constraint'))
  return { type: isWhole ? 'int' : 'numeric', min: numberOf(limits.min), max: numberOf(limits.max), default: numberOf(staticDefault(row, place, notes)) }
}

const MAX_SLIDER_ITEMS = 21

function range({ row, place }: QuestionRow, { notes }: XlsReading): SourceInput {
  const given = new Map(
    [
      ...row
        .cell('parameters')
        .slice(0, 500)
        .matchAll(/(\w+)\s*=\s*(-?[\d.]+)/g),
    ].map(([, key = '', value]) => [key.toLowerCase(), numberOf(value)]),
  )
  const [start, end, step] = [given.get('start') ?? 1, given.get('end') ?? 10, given.get('step') ?? 1]
  const count = step > 0 ? Math.floor((end - start) / step + 1e-9) + 1 : 0
  if (count < 2 || count > MAX_SLIDER_ITEMS) {
    notes.add(place, 'type_changed', 'range', 'numeric')
    return { type: 'numeric', min: Math.min(start, end), max: Math.max(start, end) }
  }
  const keys = Array.from({ length: count }, (_, at) => String(Number((start + at * step).toFixed(6))))
  return choiceInput(
    'slider',
    keys.map((key) => ({ key, label: { default: key } })),
    {},
    { notes, place },
  )
}

/** Number of days between 1899-12-30 and 1970-01-01, the days from which spreadsheets and JavaScript count. */
const SERIAL_OF_1970 = 25_569
const DAY = 86_400_000

function date({ row, place, type }: QuestionRow, { notes }: XlsReading): SourceInput {
  const limits = constraintOf(row, place, true, { notes })
  const given = staticDefault(row, place, notes)
  const serial = /^\d{5}(?:\.\d+)?$/.test(given) ? Number(given) : undefined
  const day = serial === undefined ? dayOf(given) : new Date((Math.floor(serial) - SERIAL_OF_1970) * DAY).toISOString().slice(0, 10)
  return {
    type: 'date',
    time: type === 'datetime',
    min: dayOf(limits.min),
    max: dayOf(limits.max),
    from: limits.from,
    until: limits.until,
    default: type === 'date' ? day : undefined,
  }
}
