import type { Filters } from './use-filters.ts'

/** The days as the server takes them: moments, of which the second is not among those found. Days begin and end by the operator's clock. */
export function dayBounds({ from, to }: Filters['values']): { from: string | undefined; to: string | undefined } {
  return { from: dayStart(from, 0), to: dayStart(to, 1) }
}

function dayStart(day: string | undefined, later: number): string | undefined {
  const date = day === undefined ? undefined : new Date(`${day}T00:00`)
  if (!date || Number.isNaN(date.getTime())) return undefined
  date.setDate(date.getDate() + later)
  return date.toISOString()
}
