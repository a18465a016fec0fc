import { useSyncExternalStore } from 'react'

let due = false
const listeners = new Set<() => void>()

/**
 * Records whether this session lacks a second factor. The server then rejects its API calls until the operator has used
 * one.
 */
export function setSecondFactorDue(is: boolean): void {
  if (due === is) return
  due = is
  for (const listener of listeners) listener()
}

/**
 * Returns whether the session still lacks a second factor. The server then rejects every API call except those that set
 * up a second factor.
 */
export function useSecondFactorDue(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => due,
  )
}
