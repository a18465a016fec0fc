import { useEffect } from 'react'
import { idleMilliseconds, manage } from '../call.ts'

/**
 * Milliseconds without an API call after which the operator's next key press or click renews the session, which ends
 * after 600 idle seconds.
 */
const RENEW_AFTER_MS = 240_000

/**
 * Keeps the session open while the operator works without API calls, for example in a long form: a key press or click
 * renews the session.
 */
export function useKeepAlive(): void {
  useEffect(() => {
    let isRenewing = false
    const worked = () => {
      if (isRenewing || idleMilliseconds() < RENEW_AFTER_MS) return
      isRenewing = true
      void manage('GET', '/account')
        .catch(() => undefined)
        .finally(() => {
          isRenewing = false
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
