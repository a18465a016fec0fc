import type { Visits } from '@sportello/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { manage } from '../../call.ts'

/** Lengths in days of the periods that the view offers. */
export const PERIODS = [7, 30, 90, 365] as const

const DAY_MS = 86_400_000

/** Returns the day that is some days before another one; both are YYYY-MM-DD. */
export const dayBefore = (day: string, days: number) => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)

/** Returns today's date in the browser's time zone, YYYY-MM-DD. */
export function today(): string {
  return new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date())
}

export interface VisitQuery {
  form: string
  from: string
  to: string
  version: string | undefined
  language: string | undefined
}

/** Loads the figures of a form's visits. While another period is loading, the figures of the last one stay. */
export function useVisits(query: VisitQuery) {
  return useQuery({
    queryKey: ['visits', query],
    queryFn: ({ signal }) => manage<Visits>('GET', '/visits', { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
  })
}
