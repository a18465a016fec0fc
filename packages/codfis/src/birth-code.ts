export type Gender = 'M' | 'F'

/** The letters of January to December (decree of 23 December 1976). */
export const MONTHS = 'ABCDEHLMPRST'
/** Days of each month; February's 29th is a matter of the year. */
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** A day as a tax code knows it: of the year only the last two digits. */
export interface Birth {
  /** 0 to 99. */
  year: number
  /** 1 to 12. */
  month: number
  day: number
}

/**
 * Whether the calendar has such a day, in any century. Of the years that end in 00 the leap year 2000 decides:
 * nobody born on a 29 February can be told from one born in 1900.
 */
export function isDay({ year, month, day }: Birth): boolean {
  return day >= 1 && day <= (DAYS[month - 1] ?? 0) && (month !== 2 || day < 29 || year % 4 === 0)
}

/**
 * Reads a day written YYYY-MM-DD; a time part after it is ignored.
 * `undefined` for any other text and for a day that the calendar does not have.
 */
export function readDay(text: string): Birth | undefined {
  const [, year, month, day] = /^\d{2}(\d{2})-(\d{2})-(\d{2})(?!\d)/.exec(text) ?? []
  const birth = { year: Number(year), month: Number(month), day: Number(day) }
  return isDay(birth) ? birth : undefined
}

/**
 * The five characters of birth and sex: last two digits of the year, letter of the month, day of the month, for women plus 40
 * (decree of 23 December 1976). `birthday` is YYYY-MM-DD, a time part after it is ignored.
 * `undefined` where it is no day of the calendar.
 */
export function birthCode(birthday: string, gender: Gender): string | undefined {
  const birth = readDay(birthday)
  if (birth === undefined) return undefined
  const day = gender === 'F' ? birth.day + 40 : birth.day
  return `${twoDigits(birth.year)}${MONTHS.charAt(birth.month - 1)}${twoDigits(day)}`
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')
