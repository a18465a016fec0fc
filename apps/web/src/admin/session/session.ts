import { useSyncExternalStore } from 'react'
import { readCredential } from './credential.ts'

/** Reason for asking the operator to sign in again: the session has ended (`over`), or a change needs a more recent sign-in (`proof`). */
export type SignInReason = 'over' | 'proof'

interface Waiting {
  why: SignInReason
  resolve: () => void
  reject: (reason: Error) => void
}

/** API calls that wait until the operator signs in again. After the sign-in the dashboard retries them, so the operator's input is not lost. */
let waiting: readonly Waiting[] = []
let refused: string | undefined
const listeners = new Set<() => void>()

function set(next: readonly Waiting[]): void {
  waiting = next
  for (const listener of listeners) listener()
}

/** Waits until the session cookie holds another credential than the rejected one. Rejects if the operator cancels. */
export function waitForSignIn(credential: string | undefined, why: SignInReason = 'over'): Promise<void> {
  if (readCredential() !== undefined && readCredential() !== credential) return Promise.resolve()
  refused = credential
  return new Promise((resolve, reject) => set([...waiting, { why, resolve, reject }]))
}

/** Returns whether this tab or another one has stored a new credential since the rejected call. */
export function hasNewCredential(): boolean {
  const now = readCredential()
  return now !== undefined && now !== refused
}

/** Ends the waiting for a new sign-in. @param reason error that rejects the waiting calls; without it the calls are retried */
export function endWaiting(reason?: Error): void {
  const all = waiting
  set([])
  for (const { resolve, reject } of all) reason ? reject(reason) : resolve()
}

/** Returns the reason why API calls wait for a new sign-in; null if no call waits. */
export function useSignInReason(): SignInReason | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => (waiting.find(({ why }) => why === 'over') ?? waiting[0])?.why ?? null,
  )
}
