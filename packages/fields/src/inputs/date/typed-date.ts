const DEFAULT_FORMAT = 'DD/MM/YYYY'

const FORMAT = /^(DD|MM|YYYY)([^DMY]*)(DD|MM|YYYY)\2(DD|MM|YYYY)$/

/**
 * Returns the format in which visitors type a date: the author's order of DD, MM and YYYY, with the author's separator
 * if one is set. If the author's format does not contain each of the three parts exactly once, returns the Italian
 * format.
 */
export function typedFormat({ format = DEFAULT_FORMAT, separator }: { format?: string | undefined; separator?: string | undefined }): string {
  const [, first = 'DD', own = '/', second = 'MM', third = 'YYYY'] = FORMAT.exec(format.toUpperCase().replace(/G/g, 'D').replace(/A/g, 'Y')) ?? []
  const parts = [first, second, third]
  const order = new Set(parts).size === parts.length ? parts : ['DD', 'MM', 'YYYY']
  return order.join(separator || (order === parts ? own : '/'))
}

/** The years that a two-digit year can mean, from the first to the last year, including both; at most 100 years. */
export interface YearWindow {
  first: number
  last: number
}

/**
 * Number of years after the current year that a two-digit year can mean if the date field has no last allowed day. Ten
 * years are enough, for example, for the expiry date of an identity card.
 */
const YEARS_AHEAD = 10
const CENTURY = 100

/**
 * Returns the hundred years that a two-digit year can mean. They end ten years after today or, if that is earlier, with
 * the year of the field's last allowed day, so that a birthday is never in the future. If the field's first allowed day
 * is later than the start of the hundred years, the range starts with the year of that day. On 10 March 2026, 85 means
 * 1985 and 30 means 2030. In a field that ends today, 30 means 1930; in a field that starts in 2020, 30 means 2030.
 */
export function yearWindow(bounds: { min?: string; max?: string }, today: string): YearWindow {
  const yearOf = (day: string) => Number(day.slice(0, 4))
  const ahead = yearOf(today) + YEARS_AHEAD
  const last = bounds.max === undefined ? ahead : Math.min(ahead, yearOf(bounds.max))
  const first = Math.max(last - CENTURY + 1, bounds.min === undefined ? 0 : yearOf(bounds.min))
  return { first, last: first + CENTURY - 1 }
}

const DIGITS_ONLY = /^(?:\d{6}|\d{8})$/
const THREE_GROUPS = /^(\d{1,4})[^\p{L}\p{N}]+(\d{1,4})[^\p{L}\p{N}]+(\d{1,4})$/u

/**
 * Parses a day that the visitor has typed. Returns YYYY-MM-DD, or undefined if the text cannot be parsed; whether the
 * day exists is not checked. Separators may be any characters or missing; without separators, every part must have all
 * its digits. Days and months may have one digit. Years have four digits, or two if `window` is given. The parts are in
 * the order of the format, but four digits at the start are always a year, followed by month and day.
 */
export function readDay(typed: string, format: string, window?: YearWindow): string | undefined {
  const order = format.match(/DD|MM|YYYY/g) ?? []
  const groups = DIGITS_ONLY.test(typed) ? slices(typed, order) : THREE_GROUPS.exec(typed)?.slice(1)
  if (groups === undefined) return undefined
  const isYearFirst = groups[0]?.length === 4
  if (!isYearFirst && order[0] === 'YYYY' && groups[2]?.length === 4) return undefined
  const read = isYearFirst && order[0] !== 'YYYY' ? ['YYYY', 'MM', 'DD'] : order
  const part = (name: string) => groups[read.indexOf(name)] ?? ''
  const year = wholeYear(part('YYYY'), window)
  const [month, day] = [part('MM'), part('DD')]
  if (year === undefined || month.length > 2 || day.length > 2) return undefined
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Splits a date that was typed without separators into the parts of the format. */
function slices(digits: string, order: readonly string[]): string[] {
  const yearLength = digits.length - 4
  let at = 0
  return order.map((name) => {
    const from = at
    at += name === 'YYYY' ? yearLength : 2
    return digits.slice(from, at)
  })
}

function wholeYear(typed: string, window: YearWindow | undefined): string | undefined {
  if (typed.length === 4) return typed
  if (typed.length !== 2 || window === undefined) return undefined
  const year = window.first + ((Number(typed) - window.first + CENTURY * CENTURY) % CENTURY)
  return String(year).padStart(4, '0')
}

/** Formats a day (YYYY-MM-DD) in the format of a date field. */
export function writeDay(day: string, format: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return format.replace('DD', date).replace('MM', month).replace('YYYY', year)
}

/**
 * Returns the text of a date field after the visitor has typed one more character at its end. The function inserts the
 * format's separator before a digit that does not fit into its part any more, and replaces any other separator by it.
 * After any other change (a deleted character, a pasted text, letters), the text is returned unchanged.
 */
export function withSeparators(typed: string, before: string, format: string): string {
  if (typed.length !== before.length + 1 || !typed.startsWith(before)) return typed
  const [, separator = '/'] = /^(?:DD|MM|YYYY)(.*?)(?:DD|MM|YYYY)/.exec(format) ?? []
  const lengths = (format.match(/DD|MM|YYYY/g) ?? []).map((name) => name.length)
  const groups = before.split(/[^\p{L}\p{N}]+/u)
  const last = groups.at(-1) ?? ''
  const isLastPart = groups.length >= lengths.length
  if (separator === '' || isLastPart || !groups.every((group) => /^\d*$/.test(group))) return typed
  const added = typed.slice(-1)
  if (/\d/.test(added)) return last.length === lengths[groups.length - 1] ? `${before}${separator}${added}` : typed
  if (/[\p{L}]/u.test(added)) return typed
  return last === '' ? before : `${before}${separator}`
}

/**
 * Returns a date format with the letters of a language, such as `gg/mm/aaaa` for `DD/MM/YYYY`.
 * @param letters the letters for day, month and year
 */
export function formatIn(letters: string, format: string): string {
  return format.replaceAll(/[DMY]/g, (letter) => letters['DMY'.indexOf(letter)] ?? letter)
}
