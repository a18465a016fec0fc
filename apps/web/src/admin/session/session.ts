import { useSyncExternalStore } from 'react'
import { readCredential } from './credential.ts'

/** Why somebody is asked to sign in again: the session is over, or a change asks for one that is younger. */
export type AskedFor = 'over' | 'proof'

interface Waiting {
  why: AskedFor
  resolve: () => void
  reject: (reason: Error) => void
}

/** Calls that found the session over, until somebody signs in again: none of them is lost, nor what was typed for them. */
let waiting: readonly Waiting[] = []
let refused: string | undefined
const listeners = new Set<() => void>()

function set(next: readonly Waiting[]): void {
  waiting = next
  for (const listener of listeners) listener()
}

/** Waits until there is another credential than the one that was refused. Rejects when the operator gives up. */
export function signedInAgain(credential: string | undefined, why: AskedFor = 'over'): Promise<void> {
  if (readCredential() !== undefined && readCredential() !== credential) return Promise.resolve()
  refused = credential
  return new Promise((resolve, reject) => set([...waiting, { why, resolve, reject }]))
}

/** Whether another tab, or this one, has brought a credential since. */
export function hasNewCredential(): boolean {
  const now = readCredential()
  return now !== undefined && now !== refused
}

/** Ends the waiting. @param reason why the calls are given up; without one they are made again */
export function endWaiting(reason?: Error): void {
  const all = waiting
  set([])
  for (const { resolve, reject } of all) reason ? reject(reason) : resolve()
}

/** For what calls wait for somebody to sign in again; null where none do. */
export function useAskedFor(): AskedFor | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => (waiting.find(({ why }) => why === 'over') ?? waiting[0])?.why ?? null,
  )
}
