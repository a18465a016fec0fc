import { useSyncExternalStore } from 'react'
import { readCredential } from './credential.ts'

/**
 * Reason why the dashboard asks the operator to sign in again: `over` means that the session has ended; `proof` means
 * that a change requires a more recent sign-in.
 */
export type SignInReason = 'over' | 'proof'

interface Waiting {
  why: SignInReason
  resolve: () => void
  reject: (reason: Error) => void
}

/**
 * API calls that wait until the operator signs in again. After the sign-in the dashboard retries them, so that the
 * operator's input is not lost.
 */
let waiting: readonly Waiting[] = []
let refused: string | undefined
const listeners = new Set<() => void>()

function set(next: readonly Waiting[]): void {
  waiting = next
  for (const listener of listeners) listener()
}

/**
 * Waits until the session cookie contains a new credential that differs from the rejected one. The promise is rejected
 * if the operator cancels the sign-in.
 */
export function waitForSignIn(credential: string | undefined, why: SignInReason = 'over'): Promise<void> {
  if (readCredential() !== undefined && readCredential() !== credential) return Promise.resolve()
  refused = credential
  return new Promise((resolve, reject) => set([...waiting, { why, resolve, reject }]))
}

/**
 * Returns true if this tab or another tab has stored a new session credential since the server rejected the last one.
 */
export function hasNewCredential(): boolean {
  const now = readCredential()
  return now !== undefined && now !== refused
}

/**
 * Ends the wait for a new sign-in.
 * @param reason error with which the waiting API calls fail; if omitted, the calls are retried
 */
export function endWaiting(reason?: Error): void {
  const all = waiting
  set([])
  for (const { resolve, reject } of all) reason ? reject(reason) : resolve()
}

/** Returns the reason why API calls are waiting for a new sign-in; null if no call is waiting. */
export function useSignInReason(): SignInReason | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => (waiting.find(({ why }) => why === 'over') ?? waiting[0])?.why ?? null,
  )
}
