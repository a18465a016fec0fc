import type { Visits } from '@sportello/contract'
import { DAY_MS, type Period } from './period.ts'

interface Point {
  day: string
  visits: number | null
  sent: number | null
  requests: number | null
}

/**
 * Adds up the versions of each day. A day of which one version is hidden counts as hidden. Days between others on which
 * nobody came have zeros.
 */
export function pointsOf(trend: Visits['trend'], by: Visits['by']): Point[] {
  const days = new Map<string, Point>()
  const sum = (one: number | null, other: number | null) => (one === null || other === null ? null : one + other)
  for (const { day, visits, sent, requests } of trend) {
    const known = days.get(day)
    days.set(
      day,
      known
        ? { day, visits: sum(known.visits, visits), sent: sum(known.sent, sent), requests: sum(known.requests, requests) }
        : { day, visits, sent, requests },
    )
  }
  const last = trend.at(-1)?.day ?? ''
  if (by === 'day')
    for (let moment = Date.parse(trend[0]?.day ?? ''); moment < Date.parse(last); moment += DAY_MS) {
      const day = new Date(moment).toISOString().slice(0, 10)
      if (!days.has(day)) days.set(day, { day, visits: 0, sent: 0, requests: 0 })
    }
  return [...days.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1))
}

/**
 * Returns the first day of each version that began within the trend. Pages that stayed open for long still show earlier
 * versions, which did not begin then.
 */
export function versionStarts(trend: Visits['trend']): { day: string; version: number }[] {
  const first = new Map<number, string>()
  for (const { day, version } of trend) if (version > Math.max(0, ...first.keys())) first.set(version, day)
  const [begin] = trend
  return [...first].filter(([, day]) => day !== begin?.day).map(([version, day]) => ({ day, version }))
}

/** Returns all days of a period, or the first days of all its months. */
function daysOf({ from, to }: Period, by: Visits['by']): string[] {
  const days: string[] = []
  if (by === 'day') for (let moment = Date.parse(from); moment <= Date.parse(to); moment += DAY_MS) days.push(new Date(moment).toISOString().slice(0, 10))
  else
    for (let month = `${from.slice(0, 7)}-01`; month <= to; ) {
      days.push(month)
      month = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 1)).toISOString().slice(0, 10)
    }
  return days
}

/** A day or month of a period beside that of the period with which it is compared. */
export interface ComparedPoint extends Point {
  other: Point | undefined
}

interface PeriodTrend {
  trend: Visits['trend']
  period: Period
}

/** Puts the days of two periods side by side: the first with the first, and so on. All days without visits have zeros. */
export function comparedPoints(now: PeriodTrend, other: PeriodTrend, by: Visits['by']): ComparedPoint[] {
  const whole = ({ trend, period }: PeriodTrend) => {
    const byDay = new Map(pointsOf(trend, by).map((point) => [point.day, point]))
    return daysOf(period, by).map((day) => byDay.get(day) ?? { day, visits: 0, sent: 0, requests: 0 })
  }
  const others = whole(other)
  return whole(now).map((point, at) => ({ ...point, other: others[at] }))
}
