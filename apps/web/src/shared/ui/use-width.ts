import { useEffect, useState } from 'react'

/** Returns the width of an element in CSS pixels; 0 until it is measured for the first time. */
export function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!element) return
    const watch = new ResizeObserver(() => setWidth(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [element])
  return width
}
