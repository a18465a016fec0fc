import { useSyncExternalStore } from 'react'

let due = false
const listeners = new Set<() => void>()

/** Stores whether the server rejects API calls of this session because the operator has not used a second factor. */
export function setSecondFactorDue(is: boolean): void {
  if (due === is) return
  due = is
  for (const listener of listeners) listener()
}

/** Returns whether the server rejects every API call of this session except calls that set up a second factor. */
export function useSecondFactorDue(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => due,
  )
}
