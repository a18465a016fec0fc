import { useCallback, useEffect, useRef } from 'react'

/**
 * Returns a function that delays an action until no mouse button or finger is pressed. Otherwise a message could appear
 * while
 * the visitor presses a button, move the button, and make the click miss it.
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
    // Runs the action in a timeout, because a touch screen fires all mouse events of a tap only after the finger is
    // lifted.
    else setTimeout(act)
  }, [])
}
