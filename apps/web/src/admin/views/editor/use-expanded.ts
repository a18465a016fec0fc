import { ROOT_ID } from '@sportello/contract'
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'

/** Maximum number of expanded steps that a browser tab keeps. */
const MOST_KEPT = 500

/** Returns the steps of a definition that the outline shows expanded; they stay so when the author reloads the page or comes back. */
export function useExpanded(code: string): [ReadonlySet<string>, Dispatch<SetStateAction<ReadonlySet<string>>>] {
  const key = `expanded-${code}`
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => new Set([ROOT_ID, ...keptIn(key)]))
  useEffect(() => {
    try {
      sessionStorage.setItem(key, JSON.stringify([...expanded].slice(-MOST_KEPT)))
    } catch {
      // Without storage, or if it is full, the outline starts closed.
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
