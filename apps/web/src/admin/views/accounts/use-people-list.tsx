import { useInfiniteQuery } from '@tanstack/react-query'
import { manage } from '../../call.ts'
import { MoreLinks } from '../../ui/more-links.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { useSort } from '../../ui/use-sort.ts'
import { belowForm, type PeopleForm, type PeopleList } from './people-calls.ts'

interface Page<Row> {
  items: Row[]
  next: string | null
}

interface Options {
  /** Names of the list's filters in the URL. The server's query parameters have the same names. */
  filters: readonly string[]
  /** Columns by which the server can sort the list. */
  sorted: readonly string[]
  natural: string
}

/**
 * Loads one of a form's lists (accounts, tokens, links or credentials) page by page. Returns the first page, and the
 * props of the table that shows the list.
 */
export function usePeopleList<Row extends { id: string }, More = unknown>(form: PeopleForm, what: PeopleList, options: Options) {
  const all = useFilters()
  const filters = { ...all, values: Object.fromEntries(Object.entries(all.values).filter(([key]) => options.filters.includes(key))) }
  const sort = useSort(options.natural, options.sorted)
  const wanted = { ...filters.values, sort: sort.value }
  const source = useInfiniteQuery({
    queryKey: [what, form.id, wanted],
    queryFn: ({ pageParam, signal }) => manage<Page<Row> & More>('GET', belowForm(form, what), { query: { ...wanted, after: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: (before) => before,
  })
  const more = source.hasNextPage ? () => void source.fetchNextPage() : undefined
  return {
    first: source.data?.pages[0],
    table: {
      id: what,
      rows: source.data?.pages.flatMap(({ items }) => items),
      rowKey: ({ id }: Row) => id,
      source,
      filters,
      sort,
      filteredByServer: true,
      footer: <MoreLinks more={more} busy={source.isFetching} />,
    },
  }
}
