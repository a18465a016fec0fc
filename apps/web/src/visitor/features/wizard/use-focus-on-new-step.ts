import { useEffect, useRef } from 'react'
import { headingId } from './step.tsx'

/** Moves the focus to the heading of a step that has just opened, so that keyboard and screen reader go on from there. */
export function useFocusOnNewStep(codeTag: string | undefined): void {
  const seen = useRef(codeTag)
  useEffect(() => {
    if (codeTag === undefined || seen.current === codeTag) return
    seen.current = codeTag
    const heading = document.getElementById(headingId(codeTag))
    heading?.focus({ preventScroll: true })
    // At once: while a page glides, a quick tap misses what it was meant for.
    heading?.scrollIntoView({ block: 'start' })
  }, [codeTag])
}
