import { birthCode, controlCharacter } from '@sportello/codfis'
import type { QuestionField } from '@sportello/contract'
import { PNG } from './send.ts'

/** Test answers for questions whose answers must match a pattern or another answer. */
const TEXTS: Readonly<Record<string, string>> = {
  first_name: 'Mario',
  last_name: 'Rossi',
  child_first_name: 'Mario',
  child_last_name: 'Rossi',
  tax_code: 'RSSMRA85T10A562S',
  call_number: '+39 06 1234567',
  phone: '+39 06 1234567',
  postcode: '00184',
  iban: 'IT60 X054 2811 1010 0000 0123 456',
}
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<</Type /Catalog>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n')
const DAYS = { days: 1, weeks: 7, months: 30, years: 365 }

/** Returns answers to the mandatory questions of a starting form, and the files that the form requires. */
export function fillStartingForm(questions: readonly QuestionField[]) {
  const answers: Record<string, unknown> = {}
  const files: [name: string, content: Buffer<ArrayBuffer>, property: string][] = []
  for (const { value, required } of questions) {
    const { property_code: code, default_value: settings } = value
    if (!required) continue
    if (settings.input_type === 'file') files.push(settings.file_type?.includes('png') ? [`${code}.png`, PNG, code] : [`${code}.pdf`, PDF, code])
    else answers[code] = answerTo(code, settings)
  }
  if (typeof answers.child_born_on === 'string') answers.child_tax_code = taxCodeOf(answers.child_born_on)
  return { answers, files }
}

function answerTo(code: string, settings: QuestionField['value']['default_value']): unknown {
  switch (settings.input_type) {
    case 'select':
      return Array.isArray(settings.options) ? settings.options[0]?.key : undefined
    case 'multi_checkbox':
      return [settings.checkboxes[0]?.key]
    case 'slider':
      return settings.items[0]?.key
    case 'boolean':
      return true
    case 'int':
    case 'numeric':
      return Number(settings.min ?? 1)
    case 'array':
      return ['Anna Rossi']
    case 'date':
      return dayWithin(settings)
    default:
      return TEXTS[code] ?? 'A text that is long enough for every question.'
  }
}

/**
 * Returns a day, relative to today, that a date field accepts. If the field accepts only a period, the day is near the
 * end
 * of that period.
 */
function dayWithin(settings: Extract<QuestionField['value']['default_value'], { input_type: 'date' }>): string {
  const offset = (settings.relative_max_value ?? 0) * DAYS[settings.relative_max_period ?? 'days'] - 3
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
}

function taxCodeOf(birthday: string): string {
  const first = `RSSMRA${birthCode(birthday, 'M')}A562`
  return `${first}${controlCharacter(first)}`
}
