import { functionalUpdate, type SortingState, type Updater } from '@tanstack/react-table'
import { useCallback, useMemo } from 'react'
import { useChangeSearch, useDashboardSearch } from '../address.ts'

export interface Sort {
  /** The column, with "-" in front if it runs downwards: as the server takes it. */
  value: string
  /** The same as TanStack Table takes it. */
  state: SortingState
  change: (updater: Updater<SortingState>) => void
  /** Whether a column's header sorts. */
  sorts: (column: string) => boolean
}

/**
 * The order of the view that is shown. It lives in the address, as the filters do.
 * @param natural the order without a choice
 * @param columns those that the server sorts by; without them, the browser holds all rows and sorts by any column
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
