import { functionalUpdate, type SortingState, type Updater } from '@tanstack/react-table'
import { useCallback, useMemo } from 'react'
import { useChangeSearch, useDashboardSearch } from '../address.ts'

export interface Sort {
  /**
   * Column by which the list is sorted, in the format of the server's sort parameter: with a leading "-" for descending
   * order.
   */
  value: string
  /** The list's sort order in TanStack Table's format. */
  state: SortingState
  change: (updater: Updater<SortingState>) => void
  /** Returns true if the operator can sort the list by clicking the header of a column. */
  sorts: (column: string) => boolean
}

/**
 * Returns the sort order of the current view, which is stored in the URL.
 * @param natural the default order
 * @param columns the columns by which the server can sort; if omitted, the browser has loaded all rows and can sort
 * them by any column
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
