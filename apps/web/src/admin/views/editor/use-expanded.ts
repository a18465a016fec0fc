import { ROOT_ID } from '@sportello/contract'
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'

/** Maximum number of expanded steps that the browser tab remembers for the outline. */
const MOST_KEPT = 500

/**
 * Returns which steps are expanded in the outline of a definition. They are restored when the author reloads the page
 * or comes back to it.
 */
export function useExpanded(code: string): [ReadonlySet<string>, Dispatch<SetStateAction<ReadonlySet<string>>>] {
  const key = `expanded-${code}`
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => new Set([ROOT_ID, ...keptIn(key)]))
  useEffect(() => {
    try {
      sessionStorage.setItem(key, JSON.stringify([...expanded].slice(-MOST_KEPT)))
    } catch {
      // If the browser's storage is unavailable or full, nothing is stored, and the outline opens with all steps
      // collapsed.
    }
  }, [expanded, key])
  return [expanded, setExpanded]
}

function keptIn(key: string): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
