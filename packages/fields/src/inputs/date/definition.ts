import { dayText, isDay, isDayTime, type Period, shiftDay } from '../../calendar.ts'
import { type InputDefinition, isString } from '../../define-input.ts'
import { issue, noIssue } from '../../issue.ts'
import { readDay, typedFormat, writeDay } from './typed-date.ts'

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

/** Minutes between the times that can be chosen (visitor specification, section 5). */
export const TIME_STEP = 5

/** The first and the last day allowed, both included: the tighter of the fixed and the relative bound. */
export function dateBounds(settings: DateSettings, today: string): { min?: string; max?: string } {
  const { relative_min_period: minPeriod, relative_max_period: maxPeriod } = settings
  const lower = [dayOf(settings.min), minPeriod && shiftDay(today, settings.relative_min_value ?? 0, minPeriod)].filter(isString).sort()
  const upper = [dayOf(settings.max), maxPeriod && shiftDay(today, settings.relative_max_value ?? 0, maxPeriod)].filter(isString).sort()
  const min = lower.at(-1)
  const max = upper.at(0)
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}

function dayOf(bound: string | number | undefined): string | undefined {
  const day = String(bound ?? '').slice(0, 10)
  return isDay(day) ? day : undefined
}

export const date: InputDefinition<DateSettings, string> = {
  empty: '',
  accepts: isString,
  isEmpty: (value) => value === '',
  check: (value, settings, { today }) => {
    const wellFormed = settings.time ? isDayTime(value) && Number(value.slice(-2)) % TIME_STEP === 0 : isDay(value)
    if (!wellFormed) return issue('data_formato', settings.time ? `${typedFormat(settings)} HH:mm` : typedFormat(settings))
    const { min, max } = dateBounds(settings, today)
    const day = value.slice(0, 10)
    return (min !== undefined && day < min) || (max !== undefined && day > max) ? issue('data_limiti') : noIssue
  },
  text: (value, _settings, { language }) => [dayText(value.slice(0, 10), language), value.slice(11)].filter(Boolean).join(' '),
  read: (shown, _language, settings) => {
    if (!isString(shown)) return shown
    const [typed = '', ...time] = shown.trim().split(/ +(?=\d{1,2}:\d{0,2}$)/)
    const day = readDay(typed, typedFormat(settings))
    return day === undefined ? shown.trim() : [day, ...time].join('T')
  },
  show: (value, _language, settings) => {
    const [day = '', time] = value.split('T')
    return isDay(day) ? [writeDay(day, typedFormat(settings)), time].filter(Boolean).join(' ') : value
  },
}
