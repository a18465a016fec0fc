import { useCallback, useMemo } from 'react'
import { changeQuery, useAddress } from '../address.ts'

const KEY = 'sort'

export interface Sort {
  /** The column, and "-" before it where it runs downwards. */
  value: string
  column: string
  descending: boolean
  /** Whether a column's header sorts. */
  sorts: (column: string) => boolean
  /** The other way round where it is this column's order already. */
  turn: (column: string, first: 'up' | 'down') => void
}

/**
 * The order of the view that is shown. It lives in the address, as the filters do.
 * @param natural the order without a choice
 * @param columns those that the server sorts by; without, the rows are all here and any column sorts them
 */
export function useSort(natural: string, columns?: readonly string[]): Sort {
  const { query } = useAddress()
  const wanted = query.get(KEY) ?? natural
  const sorts = useCallback((column: string) => columns?.includes(column) ?? true, [columns])
  const value = sorts(wanted.replace(/^-/, '')) ? wanted : natural
  const turn = useCallback(
    (column: string, first: 'up' | 'down') => {
      const next = value === column ? `-${column}` : value === `-${column}` || first === 'up' ? column : `-${column}`
      changeQuery({ [KEY]: next === natural ? null : next })
    },
    [value, natural],
  )
  return useMemo(() => ({ value, column: value.replace(/^-/, ''), descending: value.startsWith('-'), sorts, turn }), [value, sorts, turn])
}
