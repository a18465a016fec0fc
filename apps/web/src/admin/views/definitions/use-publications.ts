import type { Publication, Publications } from '@sportello/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { manage } from '../../call.ts'

/**
 * Interval in milliseconds at which the browser reloads the state of a publication, because another operator can
 * approve it or send it back.
 */
const REFRESH_MS = 20_000

/** Returns the API path, below `/managements`, of the publications of a definition. */
export const publicationsPath = (code: string) => `/definitions/${encodeURIComponent(code)}/publications`

/** Loads the publications of a definition that were requested or scheduled. */
export function usePublications(code: string): UseQueryResult<Publications> {
  return useQuery({
    queryKey: ['publications', code],
    queryFn: ({ signal }) => manage<Publications>('GET', publicationsPath(code), { signal }),
    refetchInterval: REFRESH_MS,
  })
}

/** Returns true if a publication waits for approval or for its scheduled time. */
export const isOpen = ({ state }: Publication) => state === 'asked' || state === 'planned'
