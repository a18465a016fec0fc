import { dayText, isDay, isDayTime, type Period, shiftDay } from '../../calendar.ts'
import { type InputDefinition, isString } from '../../define-input.ts'
import { issue, noIssue } from '../../issue.ts'
import { readDay, typedFormat, writeDay, yearWindow } from './typed-date.ts'

export interface DateSettings {
  min?: string | number | undefined
  max?: string | number | undefined
  time?: boolean | undefined
  format?: string | undefined
  separator?: string | undefined
  relative_min_period?: Period | undefined
  relative_min_value?: number | undefined
  relative_max_period?: Period | undefined
  relative_max_value?: number | undefined
}

/**
 * Interval in minutes between the times that a visitor can select in a date field with a time (visitor specification,
 * section 5).
 */
export const TIME_STEP = 5
/**
 * Time of day that is assumed for a date without a time if it is compared with a limit that has a time (visitor
 * specification, section 5).
 */
const NO_PICKER = '12:00'

/**
 * Returns the first and the last allowed day of a date field. If a fixed and a relative limit are set, the stricter one
 * applies.
 */
export function dateBounds(settings: DateSettings, today: string): { min?: string; max?: string } {
  const { min, max } = momentBounds(settings, today)
  return { ...(min !== undefined && { min: min.slice(0, 10) }), ...(max !== undefined && { max: max.slice(0, 10) }) }
}

/**
 * Returns the first and the last allowed minute of a date field with a time, as YYYY-MM-DDTHH:mm. A limit without a
 * time includes the whole day.
 */
export function momentBounds(settings: DateSettings, today: string): { min: string | undefined; max: string | undefined } {
  const { relative_min_period: minPeriod, relative_max_period: maxPeriod } = settings
  const lower = [boundOf(settings.min, settings), minPeriod && shiftDay(today, settings.relative_min_value ?? 0, minPeriod)]
  const upper = [boundOf(settings.max, settings), maxPeriod && shiftDay(today, settings.relative_max_value ?? 0, maxPeriod)]
  const moments = (bounds: readonly (string | undefined)[], hour: string) => bounds.filter(isString).map((bound) => (isDay(bound) ? `${bound}T${hour}` : bound))
  return { min: moments(lower, '00:00').sort().at(-1), max: moments(upper, '23:59').sort().at(0) }
}

/**
 * Parses a fixed limit of a date field: a day or minute in the API's format, or a day in the field's format. For any
 * other text the function returns undefined, and there is no limit.
 */
function boundOf(bound: string | number | undefined, settings: DateSettings): string | undefined {
  const text = String(bound ?? '').trim()
  const moment = text.slice(0, 16).replace(' ', 'T')
  if (isDayTime(moment)) return moment
  const day = readDay(text, typedFormat(settings)) ?? text.slice(0, 10)
  return isDay(day) ? day : undefined
}

/**
 * Parses a day that the visitor has typed into a date field. Returns YYYY-MM-DD, or undefined if the text is not a day.
 * Without `today`, the year must have four digits.
 */
export function readTypedDay(typed: string, settings: DateSettings, today: string | undefined): string | undefined {
  return readDay(typed, typedFormat(settings), today === undefined ? undefined : yearWindow(dateBounds(settings, today), today))
}

/**
 * Returns true if a text has the format of a day. Only the ranges of month and day are checked, so 31 February is
 * accepted.
 */
function looksLikeDay(value: string): boolean {
  return /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(value)
}

/**
 * Formats a limit of a date field in the field's format. The time is included only if the author has set one. Returns
 * an empty text if there is no limit.
 */
function boundText(bound: string | undefined, wholeDay: string, settings: DateSettings): string {
  if (bound === undefined) return ''
  const [day = '', hour = ''] = bound.split('T')
  const text = writeDay(day, typedFormat(settings))
  return settings.time && hour !== wholeDay ? `${text} ${hour}` : text
}

export const date: InputDefinition<DateSettings, string> = {
  empty: '',
  accepts: isString,
  isEmpty: (value) => value === '',
  check: (value, settings, { today }) => {
    const format = typedFormat(settings)
    const [day = '', time] = value.split('T')
    if (looksLikeDay(day) && !isDay(day)) return issue('data_inesistente', writeDay(day, format))
    const wellFormed = settings.time ? isDayTime(value) && Number(value.slice(-2)) % TIME_STEP === 0 : isDay(value)
    if (!wellFormed) return issue('data_formato', settings.time ? `${format} HH:mm` : format)
    const { min, max } = momentBounds(settings, today)
    const moment = settings.time ? `${day}T${time}` : `${day}T${NO_PICKER}`
    const outside = (min !== undefined && moment < min) || (max !== undefined && moment > max)
    return outside ? issue('data_limiti', boundText(min, '00:00', settings), boundText(max, '23:59', settings)) : noIssue
  },
  text: (value, _settings, { language }) => [dayText(value.slice(0, 10), language), value.slice(11)].filter(Boolean).join(' '),
  read: (shown, _language, settings, today) => {
    if (!isString(shown)) return shown
    const [typed = '', ...time] = shown.trim().split(/ +(?=\d{1,2}:\d{0,2}$)/)
    const day = readTypedDay(typed, settings, today)
    return day === undefined ? shown.trim() : [day, ...time].join('T')
  },
  show: (value, _language, settings) => {
    const [day = '', time] = value.split('T')
    return isDay(day) ? [writeDay(day, typedFormat(settings)), time].filter(Boolean).join(' ') : value
  },
}
