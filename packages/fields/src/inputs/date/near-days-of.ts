import { shiftDay } from '../../calendar.ts'
import { type DateSettings, dateBounds } from './definition.ts'

/** Highest number of days between the limits of a date field that asks for a recent or near day. */
const NEAR = 400

/**
 * Returns today and yesterday, if the field accepts them and asks for a recent or near day: both of its limits are set
 * and at most 400 days apart. Fields without limits may ask for a birthday, where these days would be in the way.
 */
export function nearDays(settings: DateSettings, today: string): readonly { day: string; name: 'oggi' | 'ieri' }[] {
  const { min, max } = dateBounds(settings, today)
  if (min === undefined || max === undefined || shiftDay(min, NEAR, 'days') < max) return []
  const days = [
    { day: today, name: 'oggi' as const },
    { day: shiftDay(today, -1, 'days'), name: 'ieri' as const },
  ]
  return days.filter(({ day }) => day >= min && day <= max)
}
