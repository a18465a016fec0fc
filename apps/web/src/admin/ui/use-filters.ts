import { useCallback, useMemo } from 'react'
import { FILTER, useChangeSearch, useDashboardSearch } from '../address.ts'

export interface Filters {
  /** Values of a table's filters, keyed by column. A column whose filter is empty has no entry. */
  values: Readonly<Record<string, string>>
  set: (column: string, value: string) => void
  clear: () => void
}

/**
 * Returns the table filters of the current view. The URL stores the filters, so they survive a reload and are part of a
 * copied URL.
 */
export function useFilters(): Filters {
  const search = useDashboardSearch()
  const changeSearch = useChangeSearch()
  const values = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(search).flatMap(([key, value]) => (key.startsWith(FILTER) && value !== undefined ? [[key.slice(FILTER.length), value]] : [])),
      ),
    [search],
  )
  const set = useCallback((column: string, value: string) => changeSearch({ [`${FILTER}${column}`]: value === '' ? undefined : value }), [changeSearch])
  const clear = useCallback(
    () => changeSearch(Object.fromEntries(Object.keys(values).map((column) => [`${FILTER}${column}`, undefined]))),
    [changeSearch, values],
  )
  return { values, set, clear }
}
