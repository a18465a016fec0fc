/** DATE matches a day in the API's format, YYYY-MM-DD; DATE_TIME matches YYYY-MM-DDTHH:mm. */
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)$/

export function isDay(value: string): boolean {
  const parts = DATE.exec(value)
  if (!parts) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const date = new Date(Date.UTC(year, month - 1, day))
  date.setUTCFullYear(year)
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

export function isDayTime(value: string): boolean {
  const parts = DATE_TIME.exec(value)
  return parts !== null && isDay(parts[1] ?? '')
}

export type Period = 'days' | 'weeks' | 'months' | 'years'

/**
 * Number of days in each unit of a relative date. A month counts as 30 days, a year as 365 (visitor specification,
 * section 5).
 */
const DAYS_IN: Record<Period, number> = { days: 1, weeks: 7, months: 30, years: 365 }

const FIRST_DAY = '0001-01-01'
const LAST_DAY = '9999-12-31'
const MS_IN_DAY = 86_400_000

/**
 * Returns the day (YYYY-MM-DD) that is `count` periods after `day`, or before it if `count` is negative. The result is
 * always in the years 0001 to 9999.
 */
export function shiftDay(day: string, count: number, period: Period): string {
  const moved = Date.parse(day) + Math.trunc(count * DAYS_IN[period]) * MS_IN_DAY
  return new Date(Math.min(Math.max(moved, Date.parse(FIRST_DAY)), Date.parse(LAST_DAY))).toISOString().slice(0, 10)
}

/**
 * Formats a day (YYYY-MM-DD) for a language, for example as DD/MM/YYYY in Italian. English uses the British order,
 * because date fields begin with the day in every language unless the author sets another format, and a summary must
 * have the same order as the field.
 */
export function dayText(day: string, language: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return day
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { timeZone: 'UTC', day: '2-digit', month: '2-digit', year: 'numeric' }).format(date)
}
