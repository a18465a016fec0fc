import { parseDateTime, toZoned } from '@internationalized/date'

const MAX_MS = 366 * 86_400_000

/**
 * Converts the value of a `datetime-local` control to a moment in ISO 8601.
 * @param timeZone IANA name of the time zone of the value
 * @returns undefined for a value that is no moment of the coming year
 */
export function momentOf(value: string, timeZone: string, now: number): string | undefined {
  try {
    const moment = toZoned(parseDateTime(value), timeZone).toDate()
    const isAhead = moment.getTime() > now && moment.getTime() < now + MAX_MS
    return isAhead ? moment.toISOString() : undefined
  } catch {
    return undefined
  }
}
