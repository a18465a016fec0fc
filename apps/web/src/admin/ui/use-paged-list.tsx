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
 * A list that the server filters, puts in order and gives by pages of 50. Other filters or another order are another list, which begins
 * at its first page.
 * @param list its path below `/managements`, and what its copy here is called
 */
export function usePagedList<Row>(list: string, query: Readonly<Record<string, string | undefined>>) {
  const key = JSON.stringify(query)
  const [place, setPlace] = useState({ key, page: 1 })
  const page = place.key === key ? place.page : 1
  const source = useQuery({
    queryKey: [list, key, page],
    queryFn: ({ signal }) => manage<Page<Row>>('GET', `/${list}`, { query: { ...query, page }, signal }),
    placeholderData: keepPreviousData,
  })
  const { data } = source
  return {
    source,
    rows: data?.items,
    ...(data && { total: data.total, more: data.more, footer: <Pager {...data} page={page} onPage={(next) => setPlace({ key, page: next })} /> }),
  }
}
