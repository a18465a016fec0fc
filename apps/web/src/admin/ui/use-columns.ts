import { useState } from 'react'

/** Which columns of a table are hidden, remembered by this browser. */
export function useHiddenColumns(table: string): [ReadonlySet<string>, (column: string, hidden: boolean) => void] {
  const key = `dashboard_columns_${table}`
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => new Set((localStorage.getItem(key) ?? '').split(' ').filter(Boolean)))
  function set(column: string, isHidden: boolean): void {
    const next = new Set(hidden)
    isHidden ? next.add(column) : next.delete(column)
    localStorage.setItem(key, [...next].join(' '))
    setHidden(next)
  }
  return [hidden, set]
}
