import type { Publication, Publications } from '@sportello/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { manage } from '../../call.ts'

/** Milliseconds after which the state of a publication is read again, because another person judges it. */
const REFRESH_MS = 20_000

/** Returns the API path, below `/managements`, of the publications of a definition. */
export const publicationsPath = (code: string) => `/definitions/${encodeURIComponent(code)}/publications`

/** Returns the publications of a definition that were asked for or planned. */
export function usePublications(code: string): UseQueryResult<Publications> {
  return useQuery({
    queryKey: ['publications', code],
    queryFn: ({ signal }) => manage<Publications>('GET', publicationsPath(code), { signal }),
    refetchInterval: REFRESH_MS,
  })
}

/** Returns whether a publication waits for a person or for its moment. */
export const isOpen = ({ state }: Publication) => state === 'asked' || state === 'planned'
