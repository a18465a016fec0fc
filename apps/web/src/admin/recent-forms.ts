import { useAccount } from './account.ts'

const LIMIT = 8
const keyOf = (username: string) => `dashboard_recent_forms:${username}`

/**
 * Returns the codes of the forms that the operator opened in this browser, most recent first, and a function that adds
 * a form to them.
 */
export function useRecentForms(): { recent: readonly string[]; addRecent: (code: string) => void } {
  const username = useAccount()?.username
  return {
    recent: username === undefined ? [] : stored(username),
    addRecent(code) {
      if (username === undefined) return
      localStorage.setItem(keyOf(username), JSON.stringify([code, ...stored(username).filter((other) => other !== code)].slice(0, LIMIT)))
    },
  }
}

function stored(username: string): string[] {
  try {
    const codes: unknown = JSON.parse(localStorage.getItem(keyOf(username)) ?? '[]')
    return Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : []
  } catch {
    return []
  }
}
