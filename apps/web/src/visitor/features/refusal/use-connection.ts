import { useEffect, useSyncExternalStore } from 'react'
import { connection } from '../../../shared/connection.ts'
import { usePageSettings } from '../../page-settings.ts'
import { useCustomer } from '../../use-customer.ts'

function listen(changed: () => void): () => void {
  const forget = connection.listen(changed)
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    forget()
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Returns true if the browser is online and its API calls reach the server. */
export function useConnection(): boolean {
  return useSyncExternalStore(
    listen,
    () => navigator.onLine && connection.isUp(),
    () => true,
  )
}

const ASK_AGAIN_MS = 3_000

/** While the server cannot be reached, calls it at intervals, and immediately when the browser is online again. */
export function useAskUntilReached(up: boolean): void {
  const { apiBase, apiKey } = usePageSettings()
  const { form_code: customer } = useCustomer().config
  useEffect(() => {
    if (up) return
    const ask = () => {
      if (!navigator.onLine) return
      fetch(`${apiBase}/forms/${encodeURIComponent(customer)}`, { headers: { 'X-Api-Key': apiKey }, cache: 'no-store' }).then(
        ({ status }) => status < 500 && connection.reached(),
        () => connection.lost(),
      )
    }
    const timer = setInterval(ask, ASK_AGAIN_MS)
    addEventListener('online', ask)
    return () => {
      clearInterval(timer)
      removeEventListener('online', ask)
    }
  }, [up, apiBase, apiKey, customer])
}
