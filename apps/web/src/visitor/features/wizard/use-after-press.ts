import { useCallback, useEffect, useRef } from 'react'

/**
 * Runs something when no button or finger presses the page any more. A message that appears between press and release moves what is
 * under the pointer, and the click that was meant for it is lost.
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
    // A tap's mouse events come all at once, after the finger is gone.
    else setTimeout(act)
  }, [])
}
