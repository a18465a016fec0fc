import { useSyncExternalStore } from 'react'

let due = false
const listeners = new Set<() => void>()

/** Remembers that a call was refused for want of a second factor, or that it no longer would be. */
export function setSecondFactorDue(is: boolean): void {
  if (due === is) return
  due = is
  for (const listener of listeners) listener()
}

/** Whether the server lets this session do nothing but set up a second factor. */
export function useSecondFactorDue(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => due,
  )
}
