import type { Visits } from '@sportello/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { manage } from '../../call.ts'
import type { Period } from './period.ts'

export interface VisitQuery extends Period {
  form: string
  version: string | undefined
  language: string | undefined
}

/** Figures with the query that they answer. */
export interface LoadedVisits {
  figures: Visits
  query: VisitQuery
}

/**
 * Loads the figures of a form's visits, together with those with which they are compared. While others are
 * loading, both figures stay, so that a figure is never beside one of another choice.
 */
export function useVisits(query: VisitQuery, comparedQuery: VisitQuery) {
  return useQuery({
    queryKey: ['visits', query, comparedQuery],
    queryFn: async ({ signal }) => {
      const load = async (query: VisitQuery): Promise<LoadedVisits> => ({
        query,
        figures: await manage<Visits>('GET', '/visits', { query: { ...query }, signal }),
      })
      const [shown, other] = await Promise.all([load(query), load(comparedQuery)])
      return { shown, other }
    },
    placeholderData: keepPreviousData,
  })
}
