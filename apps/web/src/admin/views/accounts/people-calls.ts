import type { ShownForm } from '@sportello/contract'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { manage } from '../../call.ts'
import type { Filters } from '../../ui/use-filters.ts'

export type PeopleForm = Pick<ShownForm, 'id' | 'code_form' | 'auth_type'>

/** The address of something below a form. */
export const belowForm = (form: PeopleForm, ...below: string[]) => ['/settings/forms', ...[form.id, ...below].map(encodeURIComponent)].join('/')

/** Forms whose code contains a text; a few, to choose from. */
export function useMatchingForms(code: string) {
  return useQuery({
    queryKey: ['forms', 'matching', code],
    queryFn: ({ signal }) => manage<ShownForm[]>('GET', '/settings/forms', { query: { code, page: 1, size: 20 }, signal }),
    placeholderData: (before) => before,
  })
}

/** The form of a code; null where there is none in reach. */
export function useFormOf(code: string | null) {
  return useQuery({
    queryKey: ['forms', 'of', code],
    queryFn: async ({ signal }) => {
      const found = await manage<ShownForm[]>('GET', '/settings/forms', { query: { code: code ?? '', page: 1, size: 50 }, signal })
      return found.find(({ code_form }) => code_form === code) ?? null
    },
    enabled: code !== null,
  })
}

interface Page<Row> {
  items: Row[]
  next: string | null
}

/** What is below a form, page after page, by filters that the server knows by these names. */
export function usePeople<Row, More = unknown>(form: PeopleForm, what: 'accounts' | 'tokens', filters: Filters['values']) {
  const query = useInfiniteQuery({
    queryKey: [what, form.id, filters],
    queryFn: ({ pageParam, signal }) => manage<Page<Row> & More>('GET', belowForm(form, what), { query: { ...filters, after: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: (before) => before,
  })
  return {
    source: query,
    first: query.data?.pages[0],
    rows: query.data?.pages.flatMap(({ items }) => items),
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    busy: query.isFetching,
  }
}

/** Reads again what a change made old. */
export function useRefreshPeople(): (what: 'accounts' | 'tokens') => Promise<void> {
  const queries = useQueryClient()
  return (what) => queries.invalidateQueries({ queryKey: [what] })
}

/** Of the filters in the address, those of one table. */
export function onlyFilters(filters: Filters, keys: readonly string[]): Filters {
  return { ...filters, values: Object.fromEntries(Object.entries(filters.values).filter(([key]) => keys.includes(key))) }
}
