import { useCallback, useEffect, useRef } from 'react'

/**
 * Returns a function that runs its argument when no mouse button or finger is pressed any more. A message that appears between press and release would move
 * the content under the pointer, and the click would miss.
 */
export function useAfterPress(): (act: () => void) => void {
  const pressed = useRef(false)
  const waiting = useRef<(() => void)[]>([])

  useEffect(() => {
    const press = () => {
      pressed.current = true
    }
    const release = () => {
      pressed.current = false
      for (const act of waiting.current.splice(0)) setTimeout(act)
    }
    addEventListener('pointerdown', press, true)
    for (const type of ['pointerup', 'pointercancel', 'dragend']) addEventListener(type, release, true)
    return () => {
      removeEventListener('pointerdown', press, true)
      for (const type of ['pointerup', 'pointercancel', 'dragend']) removeEventListener(type, release, true)
    }
  }, [])

  return useCallback((act) => {
    if (pressed.current) waiting.current.push(act)
    // The function runs in a timeout, because a tap fires its mouse events all at once after the finger is lifted.
    else setTimeout(act)
  }, [])
}
