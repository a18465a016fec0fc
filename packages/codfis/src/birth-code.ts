export type Gender = 'M' | 'F'

/** Letters that stand for the months January to December in a tax code (decree of 23 December 1976). */
export const MONTHS = 'ABCDEHLMPRST'
/** Number of days in each month of a leap year. */
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** The birthday in a tax code. The year has two digits. */
export interface Birth {
  /** Last two digits of the year of birth, as a number from 0 to 99. */
  year: number
  /** Month of birth, as a number from 1 to 12. */
  month: number
  day: number
}

/**
 * Returns true if the day exists in the calendar. For the two-digit year 00, 29 February is valid: 2000 was a leap
 * year, and a tax code does not distinguish it from 1900.
 */
export function isDay({ year, month, day }: Birth): boolean {
  return day >= 1 && day <= (DAYS[month - 1] ?? 0) && (month !== 2 || day < 29 || year % 4 === 0)
}

/**
 * Parses a date in the format YYYY-MM-DD. Anything after the date, such as a time, is ignored. Returns `undefined` for
 * any other text, and for a day that does not exist in the calendar.
 */
export function readDay(text: string): Birth | undefined {
  const [, year, month, day] = /^\d{2}(\d{2})-(\d{2})-(\d{2})(?!\d)/.exec(text) ?? []
  const birth = { year: Number(year), month: Number(month), day: Number(day) }
  return isDay(birth) ? birth : undefined
}

/**
 * Returns the five characters of a tax code for a birthday and a sex: the last two digits of the year, the letter of
 * the month, and the day of the month, to which 40 is added for women (decree of 23 December 1976). `birthday` is
 * YYYY-MM-DD; anything after it, such as a time, is ignored. Returns `undefined` if the day does not exist in the
 * calendar.
 */
export function birthCode(birthday: string, gender: Gender): string | undefined {
  const birth = readDay(birthday)
  if (birth === undefined) return undefined
  const day = gender === 'F' ? birth.day + 40 : birth.day
  return `${twoDigits(birth.year)}${MONTHS.charAt(birth.month - 1)}${twoDigits(day)}`
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')
