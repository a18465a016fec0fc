import { useEffect, useRef } from 'react'
import { isInside, isPlainKey } from '../../ui/plain-key.ts'

/**
 * Runs an action when the author presses a single key while the focus is in the editor, but not in a text field or
 * dialog.
 */
export function useShortcut(key: string, act: () => void): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== key || !isPlainKey(event) || !isInside(event, '.editor')) return
      event.preventDefault()
      latest.current()
    }
    // This listener runs before the key handler of the outline. The outline would take a letter as the start of a title
    // to search for.
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [key])
}
