import { functionalUpdate, type SortingState, type Updater } from '@tanstack/react-table'
import { useCallback, useMemo } from 'react'
import { useChangeSearch, useDashboardSearch } from '../address.ts'

export interface Sort {
  /** Column that sorts a list, in the format of the server's sort parameter, with "-" in front for descending order. */
  value: string
  /** The list's sort order in TanStack Table's format. */
  state: SortingState
  change: (updater: Updater<SortingState>) => void
  /** Returns whether a click on a column's header can sort the list. */
  sorts: (column: string) => boolean
}

/**
 * Returns the sort order of the current view. The sort order is in the URL, as the filters are.
 * @param natural the default order
 * @param columns the columns that the server can sort by; without them, the browser has all rows and sorts by any column
 */
export function useSort(natural: string, columns?: readonly string[]): Sort {
  const { sort: wanted = natural } = useDashboardSearch()
  const changeSearch = useChangeSearch()
  const sorts = useCallback((column: string) => columns?.includes(column) ?? true, [columns])
  const value = sorts(columnOf(wanted)) ? wanted : natural
  return useMemo(() => {
    const state = [{ id: columnOf(value), desc: value.startsWith('-') }]
    function change(updater: Updater<SortingState>): void {
      const [next] = functionalUpdate(updater, state)
      const wish = next ? `${next.desc ? '-' : ''}${next.id}` : natural
      changeSearch({ sort: wish === natural ? undefined : wish })
    }
    return { value, state, change, sorts }
  }, [value, natural, sorts, changeSearch])
}

const columnOf = (value: string) => value.replace(/^-/, '')
