import { useEffect } from 'react'
import { idleMilliseconds, manage } from '../call.ts'

/**
 * After this number of milliseconds without an API call, the operator's next key press or click renews the session. The
 * session ends after 600 seconds without a call.
 */
const RENEW_AFTER_MS = 240_000

/**
 * Renews the session when the operator presses a key or clicks. This keeps the session open while the operator works
 * without API calls, for example in a long form.
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
