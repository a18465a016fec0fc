import { parseDateTime, toZoned } from '@internationalized/date'

const MAX_MS = 366 * 86_400_000

/**
 * Converts the value of a `datetime-local` input to a time in ISO 8601.
 * @param timeZone IANA name of the time zone in which the operator entered the value
 * @returns undefined if the value is not a valid time within the next year
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
