import { MAPPING_LOG_PAGE } from '@sportello/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { manage } from '../call.ts'

/**
 * Loads a log that the server filters and returns in pages of 50. The function `all` loads the whole log at once; the
 * API returns the whole log as page 0 (administrator specification, section 4).
 */
export function usePages<Line>(key: string, path: string, filters: Readonly<Record<string, string | undefined>>) {
  const wanted = JSON.stringify(filters)
  const [allOf, setAllOf] = useState<string | null>(null)
  const all = allOf === wanted
  const query = useInfiniteQuery({
    queryKey: [key, filters, all],
    queryFn: ({ pageParam, signal }) => manage<Line[]>('GET', `${path}/${pageParam}`, { query: filters, signal }),
    initialPageParam: all ? 0 : 1,
    getNextPageParam: (last, pages) => (all || last.length < MAPPING_LOG_PAGE ? undefined : pages.length + 1),
    placeholderData: (before) => before,
  })
  return {
    source: query,
    rows: query.data?.pages.flat(),
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    all: query.hasNextPage ? () => setAllOf(wanted) : undefined,
    busy: query.isFetching,
  }
}
