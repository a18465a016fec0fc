import type { Filters } from './use-filters.ts'

/**
 * Converts the first and last day of a filter to ISO timestamps for the server. `to` is exclusive: it is the end of the
 * last day. Days begin and end in the browser's time zone.
 */
export function dayBounds({ from, to }: Filters['values']): { from: string | undefined; to: string | undefined } {
  return { from: dayStart(from, 0), to: dayStart(to, 1) }
}

function dayStart(day: string | undefined, later: number): string | undefined {
  const date = day === undefined ? undefined : new Date(`${day}T00:00`)
  if (!date || Number.isNaN(date.getTime())) return undefined
  date.setDate(date.getDate() + later)
  return date.toISOString()
}
