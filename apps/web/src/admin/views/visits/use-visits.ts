import type { Visits } from '@sportello/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { manage } from '../../call.ts'
import type { Period } from './period.ts'

export interface VisitQuery extends Period {
  form: string
  version: string | undefined
  language: string | undefined
}

/**
 * Loads the figures of a form's visits; nothing if the query is null. While another period is loading, the figures of the
 * last one stay.
 */
export function useVisits(query: VisitQuery | null) {
  return useQuery({
    queryKey: ['visits', query],
    queryFn: ({ signal }) => manage<Visits>('GET', '/visits', { query: { ...query }, signal }),
    enabled: query !== null,
    placeholderData: keepPreviousData,
  })
}
