import { useCallback, useMemo } from 'react'
import { changeQuery, useAddress } from '../address.ts'

const PREFIX = 'f.'

export interface Filters {
  /** By column, without empty ones. */
  values: Readonly<Record<string, string>>
  set: (column: string, value: string) => void
  clear: () => void
}

/** The filters of the view that is shown. They live in the address: a reload and a copied address keep them. */
export function useFilters(): Filters {
  const { query } = useAddress()
  const text = [...query].filter(([key]) => key.startsWith(PREFIX))
  const key = JSON.stringify(text)
  const values = useMemo(() => Object.fromEntries((JSON.parse(key) as [string, string][]).map(([name, value]) => [name.slice(PREFIX.length), value])), [key])
  const set = useCallback((column: string, value: string) => changeQuery({ [PREFIX + column]: value === '' ? null : value }), [])
  const clear = useCallback(() => changeQuery(Object.fromEntries((JSON.parse(key) as [string, string][]).map(([name]) => [name, null]))), [key])
  return { values, set, clear }
}
