import type { Visits } from '@sportello/contract'
import { DAY_MS, dayBefore } from './period.ts'
import type { Step } from './step-tree.ts'
import type { VisitQuery } from './use-visits.ts'

/** With what a period is compared: the period of the same length before it, the same days a year before, or a version. */
export type Comparison = 'before' | 'year' | `version-${number}`

/** Returns the comparison that the address names; null if it names none. */
export function comparisonOf(value: string | undefined): Comparison | null {
  if (value === 'before' || value === 'year') return value
  return value !== undefined && /^version-[1-9]\d{0,8}$/.test(value) ? (value as Comparison) : null
}

/** Returns the version with which a version is compared; null if periods are compared. */
export const versionOf = (comparison: Comparison) => (comparison === 'before' || comparison === 'year' ? null : comparison.slice('version-'.length))

/** Returns the query of the figures with which those of a period are compared. */
export function comparedQuery(query: VisitQuery, comparison: Comparison): VisitQuery {
  const { from, to } = query
  if (comparison === 'before') {
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
    return { ...query, from: dayBefore(from, days), to: dayBefore(from, 1) }
  }
  if (comparison === 'year') return { ...query, from: yearBefore(from), to: yearBefore(to) }
  return { ...query, version: comparison.slice('version-'.length) }
}

/** Returns the same day a year before; 28 February for 29 February. */
function yearBefore(day: string): string {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
  return day.endsWith('-02-29') ? before.replace('-02-29', '-02-28') : before
}

export const isEmpty = ({ totals }: Visits) => Object.values(totals).every((count) => count === 0)

/** Returns a share in per cent; null if it is unknown. */
export const shareOf = (count: number | null, of: number | null) => (count === null || of === null || of === 0 ? null : (count / of) * 100)

/**
 * Returns the difference between two figures as they are shown, rounded to some decimals; null if one of them is hidden,
 * because the difference would reveal it.
 */
export function differenceOf(now: number | null, other: number | null, decimals = 0): number | null {
  if (now === null || other === null) return null
  const unit = 10 ** decimals
  return (Math.round(now * unit) - Math.round(other * unit)) / unit
}

/** A pair of figures: of the chosen period, and of the one with which it is compared. */
export interface Compared<T> {
  now: T
  /** Null if nothing is compared. */
  other: T | null
}

const NOBODY = { reached: 0, chosen: 0, left: 0, sent: 0, median_seconds: null, p90_seconds: null }

/**
 * Returns the steps of both periods in the order of the form, each with its figures in both. A step that nobody reached
 * in one of them has zeros there.
 */
export function comparedSteps(now: readonly Step[], other: readonly Step[] | null): Compared<Step>[] {
  if (!other) return now.map((step) => ({ now: step, other: null }))
  const byId = new Map(other.map((step) => [step.id, step]))
  const known = new Set(now.map(({ id }) => id))
  // Both lists are in the order of the form. A step that only one has comes after the one before it there.
  const after = new Map<string | null, Step[]>()
  let last: string | null = null
  for (const step of other)
    if (known.has(step.id)) last = step.id
    else after.set(last, [...(after.get(last) ?? []), step])
  const missing = (id: string | null) => (after.get(id) ?? []).map((step) => ({ now: { ...step, ...NOBODY }, other: step }))
  return [...missing(null), ...now.flatMap((step) => [{ now: step, other: byId.get(step.id) ?? { ...step, ...NOBODY } }, ...missing(step.id)])]
}

type FieldError = Visits['errors'][number]
type ErrorFigure = Omit<FieldError, 'count'> & { count: number | null }

/** Returns the errors of both periods. One that is missing in a period is hidden there: it was rare, or did not occur. */
export function comparedErrors(now: readonly FieldError[], other: readonly FieldError[] | null): Compared<ErrorFigure>[] {
  if (!other) return now.map((error) => ({ now: error, other: null }))
  const keyOf = ({ id, rule }: FieldError) => `${id} ${rule}`
  const byKey = new Map(other.map((error) => [keyOf(error), error]))
  const known = new Set(now.map(keyOf))
  return [
    ...now.map((error) => ({ now: error, other: byKey.get(keyOf(error)) ?? { ...error, count: null } })),
    ...other.filter((error) => !known.has(keyOf(error))).map((error) => ({ now: { ...error, count: null }, other: error })),
  ]
}
