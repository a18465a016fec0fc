import { type ColumnVisibilityState, functionalUpdate, type Updater } from '@tanstack/react-table'
import { useState } from 'react'

/**
 * Returns which columns of a table are visible, and a function that shows or hides columns. The browser stores the
 * choice in localStorage.
 */
export function useColumnVisibility(table: string): [ColumnVisibilityState, (updater: Updater<ColumnVisibilityState>) => void] {
  const key = `dashboard_columns_${table}`
  const [visibility, setVisibility] = useState<ColumnVisibilityState>(() =>
    Object.fromEntries((localStorage.getItem(key) ?? '').split(' ').flatMap((column) => (column === '' ? [] : [[column, false]]))),
  )
  function change(updater: Updater<ColumnVisibilityState>): void {
    const next = functionalUpdate(updater, visibility)
    const hidden = Object.keys(next).filter((column) => next[column] === false)
    localStorage.setItem(key, hidden.join(' '))
    setVisibility(next)
  }
  return [visibility, change]
}
