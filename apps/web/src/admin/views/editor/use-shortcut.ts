import { useEffect, useRef } from 'react'
import { isInside, isPlainKey } from '../../ui/plain-key.ts'

/** Runs an action when a single key is pressed while the focus is in the editor, outside text fields and dialogs. */
export function useShortcut(key: string, act: () => void): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== key || !isPlainKey(event) || !isInside(event, '.editor')) return
      event.preventDefault()
      latest.current()
    }
    // The listener runs before the outline's tree, because the tree takes letters as the beginning of a title.
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [key])
}
