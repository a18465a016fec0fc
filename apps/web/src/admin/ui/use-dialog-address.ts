import { useRef } from 'react'
import { changeQuery, go, useAddress } from '../address.ts'

/**
 * A dialog with an address of its own: a key of the query says what it shows. Opening it is a step in the history, so the browser's Back closes it;
 * a copied address opens it.
 */
export function useDialogAddress(key: string): { shown: string | null; open: (value: string) => void; close: () => void } {
  const { query } = useAddress()
  const isStep = useRef(false)
  const shown = query.get(key)
  if (shown === null) isStep.current = false

  function open(value: string): void {
    const next = new URL(location.href)
    next.searchParams.set(key, value)
    isStep.current = true
    go(next.pathname + next.search)
  }
  function close(): void {
    if (isStep.current) history.back()
    else changeQuery({ [key]: null })
  }
  return { shown, open, close }
}
