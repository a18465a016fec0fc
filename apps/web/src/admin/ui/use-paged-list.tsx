import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { manage } from '../call.ts'
import { Pager } from './pager.tsx'

interface Page<Row> {
  items: Row[]
  page: number
  total: number
  more: boolean
}

/**
 * Loads a list that the server filters, sorts and returns in pages of 50. When the operator changes a filter or the
 * sort order, the list starts again at the first page.
 * @param list path of the list below `/managements`; also its key in the query cache
 */
export function usePagedList<Row>(list: string, query: Readonly<Record<string, string | undefined>>) {
  const key = JSON.stringify(query)
  const [place, setPlace] = useState({ key, page: 1 })
  const page = place.key === key ? place.page : 1
  const queryKey = [list, key, page] as const
  const source = useQuery({
    queryKey,
    queryFn: ({ signal }) => manage<Page<Row>>('GET', `/${list}`, { query: { ...query, page }, signal }),
    placeholderData: keepPreviousData,
  })
  const { data } = source
  return {
    source,
    queryKey,
    /** Shows the first page. */
    restart: () => setPlace({ key, page: 1 }),
    rows: data?.items,
    ...(data && { total: data.total, more: data.more, footer: <Pager {...data} page={page} onPage={(next) => setPlace({ key, page: next })} /> }),
  }
}
