import { useEffect, useRef } from 'react'

/** Runs an action when a key is pressed outside of text fields and dialogs. */
export function useShortcut(key: string, act: () => void): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const target = event.target as HTMLElement
      const isText = target.isContentEditable || target.closest('input, textarea, select') !== null
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || isText || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      latest.current()
    }
    // Before the tree, which takes letters as the beginning of a title.
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [key])
}
