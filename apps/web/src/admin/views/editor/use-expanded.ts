import { ROOT_ID } from '@sportello/contract'
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'

/** Maximum number of expanded steps of the outline that a browser tab stores. */
const MOST_KEPT = 500

/**
 * Returns the steps of a definition that the outline shows expanded. They stay expanded when the author reloads the
 * page or returns to it.
 */
export function useExpanded(code: string): [ReadonlySet<string>, Dispatch<SetStateAction<ReadonlySet<string>>>] {
  const key = `expanded-${code}`
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => new Set([ROOT_ID, ...keptIn(key)]))
  useEffect(() => {
    try {
      sessionStorage.setItem(key, JSON.stringify([...expanded].slice(-MOST_KEPT)))
    } catch {
      // If the browser's storage is missing or full, the outline starts with all steps collapsed.
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
