import { useEffect } from 'react'
import { manage, quietFor } from '../call.ts'

/** Well within the 600 idle seconds of a session. */
const QUIET_MS = 240_000

/** Keeps the session of somebody who works without a call, as when a long form is filled in: a key or a press renews it now and then. */
export function useKeepAlive(): void {
  useEffect(() => {
    let asking = false
    const worked = () => {
      if (asking || quietFor() < QUIET_MS) return
      asking = true
      void manage('GET', '/account')
        .catch(() => undefined)
        .finally(() => {
          asking = false
        })
    }
    document.addEventListener('keydown', worked)
    document.addEventListener('pointerdown', worked)
    return () => {
      document.removeEventListener('keydown', worked)
      document.removeEventListener('pointerdown', worked)
    }
  }, [])
}
