import type { DeskNotice } from '@sportello/contract'
import { CallError } from '../../../shared/call-error.ts'
import { followEvents } from '../../call.ts'
import { readCredential } from '../../session/credential.ts'

/** What happened on the desk: some requests arrived or changed, or the connection is new and anything may have happened. */
export type DeskEvent = { kind: 'changes'; notices: readonly DeskNotice[] } | { kind: 'resync' }

interface DeskListener {
  onEvent: (event: DeskEvent) => void
  onState?: (isConnected: boolean) => void
}

/** A page that nobody looks at closes its connection after this many milliseconds: browsers allow few to one server. */
const HIDDEN_MS = 30_000
const RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000

const listeners = new Set<DeskListener>()
let leaving: AbortController | undefined
let isConnected = false
let hiding: ReturnType<typeof setTimeout> | undefined

/** Calls `listener` when requests arrive on the desk or change there. All listeners of the page share one connection. @returns a function that ends the calls */
export function listenToDesk(listener: DeskListener): () => void {
  listeners.add(listener)
  listener.onState?.(isConnected)
  if (listeners.size === 1) document.addEventListener('visibilitychange', adapt)
  adapt()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', adapt)
    adapt()
  }
}

/** Connects or disconnects, depending on whether somebody looks at the page. */
function adapt(): void {
  clearTimeout(hiding)
  if (listeners.size === 0) disconnect()
  else if (document.visibilityState === 'hidden') hiding = setTimeout(disconnect, HIDDEN_MS)
  else if (!leaving) {
    leaving = new AbortController()
    void connect(leaving.signal)
  }
}

function disconnect(): void {
  leaving?.abort()
  leaving = undefined
  setConnected(false)
}

function setConnected(state: boolean): void {
  isConnected = state
  for (const { onState } of listeners) onState?.(state)
}

function tell(event: DeskEvent): void {
  for (const { onEvent } of listeners) onEvent(event)
}

async function connect(left: AbortSignal): Promise<void> {
  for (let failures = 0; !left.aborted; ) {
    const credential = readCredential()
    try {
      for await (const { event, data } of followEvents('/desk/events', {}, left)) {
        failures = 0
        if (left.aborted) return
        if (event === 'open') setConnected(true)
        tell(event === 'changes' ? { kind: 'changes', notices: data as DeskNotice[] } : { kind: 'resync' })
      }
    } catch (error) {
      if (left.aborted) return
      failures += 1
      const status = error instanceof CallError ? error.status : 0
      // The session has ended: waits until the operator signs in again.
      while (status >= 400 && status < 500 && readCredential() === credential && !left.aborted) await pause(RETRY_MS)
    }
    if (left.aborted) return
    if (failures > 0) setConnected(false)
    await pause(failures === 0 ? 0 : Math.min(RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS))
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
