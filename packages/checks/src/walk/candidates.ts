import { type DateSettings, dateBounds, type FileFacts, lengthLimitOf, patternsOf, type TextSettings, typeOfName } from '@sportello/fields'
import { listOf, textOf } from '../checked-form.ts'
import { optionsOf } from '../options.ts'
import { shortestMatch } from '../patterns.ts'

type Settings = Readonly<Record<string, unknown>> & { input_type: string }

/** Sample answers for a question, which may turn out to be valid or invalid: the question's own rules decide. */
export interface Candidates {
  /** Answers that are probably valid, from the smallest to the largest. */
  valid: readonly unknown[]
  /** Answers that are probably invalid. The answer that is closest to a valid one comes first. */
  wrong: readonly unknown[]
}

/** Sample texts for patterns that cannot be examined, for example because they contain flags. */
const EXAMPLES = [
  'a',
  'A',
  '1',
  'Rossi',
  '00100',
  '12345',
  'AB123CD',
  '12:30',
  '2026-01-01',
  '+39 06 1234567',
  'https://example.org',
  'IT60X0542811101000000123456',
]
/** A tax code with a correct control character. */
const TAX_CODE = 'RSSMRA85T10A562S'
/** Names of files of the kinds that forms usually accept. */
const FILES = ['a.pdf', 'a.png', 'a.jpg', 'a.docx', 'a.xlsx', 'a.txt', 'a.zip', 'a.csv', 'a.mp4', 'a.mp3', 'a.odt', 'a.p7m', 'a.xml', 'a.heic', 'a.gif']
/** Number of bytes in a KB, the unit of the file limits. */
const KB = 1_024

const BY_TYPE: Readonly<Record<string, (settings: Settings, today: string) => Candidates>> = {
  text: texts,
  textarea: texts,
  email: addresses,
  int: numbers,
  numeric: numbers,
  date: dates,
  boolean: () => ({ valid: [true], wrong: ['true'] }),
  select: options,
  slider: options,
  select_data_source: options,
  multi_checkbox: boxes,
  array: lists,
  file: files,
  codfis: () => ({ valid: [TAX_CODE], wrong: ['RSSMRA85T10A562T', 'RSSMRA85T10A562'] }),
}

/**
 * Returns sample answers for a question of any input type.
 * @param today YYYY-MM-DD
 */
export function candidatesFor(settings: Settings, today: string): Candidates {
  const { valid, wrong } = BY_TYPE[settings.input_type]?.(settings, today) ?? options(settings)
  // An object is always an invalid answer, because no input type accepts one.
  return { valid, wrong: [...wrong, {}] }
}

function lengthsOf(settings: Settings): { min: number; max: number } {
  const { min_len, minlength } = settings as TextSettings
  return { min: Math.max(1, Number(min_len ?? minlength ?? 1)), max: lengthLimitOf(settings as TextSettings) }
}

function texts(settings: Settings): Candidates {
  const patterns = patternsOf(settings as TextSettings)
  const { min, max } = lengthsOf(settings)
  if (settings.text_format !== undefined) return { valid: EXAMPLES, wrong: ['%', 'a'.repeat(max + 1)] }
  const found = patterns.length > 0 ? [shortestMatch(patterns, { min, max }), ...EXAMPLES, shortestMatch(patterns, { min: max, max })] : []
  return {
    valid: [...found.filter((text) => typeof text === 'string'), 'a'.repeat(min), 'a'.repeat(max)],
    wrong: ['a'.repeat(max + 1), ...(min > 1 ? ['a'.repeat(min - 1)] : []), '%'],
  }
}

function addresses(settings: Settings): Candidates {
  const { max } = lengthsOf(settings)
  const patterns = patternsOf(settings as TextSettings)
  const found = patterns.length > 0 ? shortestMatch(patterns, lengthsOf(settings)) : undefined
  const long = (length: number) => `${'a'.repeat(Math.min(length, 60))}@example.org`.slice(-length)
  return {
    valid: ['a@b.it', ...(found ? [found] : []), 'anna.verdi@example.org', ...(max > 20 && max < 72 ? [long(max)] : []), `${'a'.repeat(60)}@example.org`],
    wrong: ['anna@example', 'anna'],
  }
}

function numbers({ min, max }: Settings): Candidates {
  const bounds = [min, max].filter((each) => each !== undefined && each !== '').map(Number)
  const valid = [...bounds, ...bounds.flatMap((bound) => [Math.ceil(bound), Math.floor(bound)]), 0, 1, -1].filter(Number.isFinite).toSorted((a, b) => a - b)
  return { valid, wrong: [...bounds.flatMap((bound) => [bound - 1, bound + 1]), 0.5, 'x'] }
}

function dates(settings: Settings, today: string): Candidates {
  const { min, max } = dateBounds(settings as DateSettings, today)
  const days = [min, today, max].filter((day) => day !== undefined).toSorted()
  const moments = settings.time ? ['T00:00', 'T12:00', 'T23:55'] : ['']
  return {
    valid: days.flatMap((day) => moments.map((moment) => `${day}${moment}`)),
    wrong: [...[min, max].flatMap((day) => (day === undefined ? [] : neighbours(day).map((each) => `${each}${moments[0]}`))), '2026-02-30'],
  }
}

/** Returns the day before and the day after a given day. */
function neighbours(day: string): string[] {
  const at = Date.parse(day)
  return Number.isFinite(at) ? [-1, 1].map((days) => new Date(at + days * 86_400_000).toISOString().slice(0, 10)) : []
}

function options(settings: Settings): Candidates {
  const keys = optionsOf(settings).list.map(({ key }) => key)
  // The options from a data source are unknown, so an arbitrary text is used as an option.
  return { valid: keys.length > 0 ? keys : ['1'], wrong: [`${keys.join('')}-`] }
}

function boxes(settings: Settings): Candidates {
  const keys = [...new Set(optionsOf(settings).list.map(({ key }) => key))]
  const most = Number(settings.max_selected ?? keys.length)
  return { valid: [keys.slice(0, 1), keys.slice(0, most)], wrong: [keys.slice(0, most + 1), [`${keys.join('')}-`]] }
}

function lists(settings: Settings): Candidates {
  const { valid, wrong } = settings.elementsType === 'number' ? numbers(settings) : texts(settings)
  const [min, max] = [Math.max(1, Number(settings.nelementsmin ?? 1)), Number(settings.nelementsmax ?? 100)]
  const repeated = (element: unknown, times: number) => Array.from({ length: Math.min(times, 1_000) }, () => element)
  return {
    valid: [...valid.map((element) => repeated(element, min)), ...valid.map((element) => repeated(element, max))],
    wrong: [repeated(valid[0], max + 1), ...wrong.map((element) => repeated(element, min))],
  }
}

function files(settings: Settings): Candidates {
  const wanted = listOf(settings.file_type).map(textOf)
  const named = wanted.flatMap((type) => (type.includes('/') || type.includes('*') ? [] : [`a.${type.replace(/^\./, '')}`]))
  const names = [...named, ...FILES]
  const most = settings.max_size === undefined ? 2 * KB * KB : Number(settings.max_size) * KB
  const of = (name: string, size: number): FileFacts => ({ name, size, type: typeOfName(name) ?? '' })
  return {
    valid: [...names.map((name) => [of(name, 1)]), ...names.map((name) => [of(name, most)])],
    wrong: [...names.map((name) => [of(name, most + 1)]), [of('a.exe', 1)]],
  }
}
