import { useCallback, useEffect, useRef } from 'react'

/**
 * Returns a function that calls its argument as soon as no mouse button or finger is pressed. A message that appears
 * while the visitor presses a button would move the button away, and the click would miss the button.
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
    // The function runs in a timeout, because a touch screen fires all mouse events of a tap after the finger is
    // lifted.
    else setTimeout(act)
  }, [])
}
