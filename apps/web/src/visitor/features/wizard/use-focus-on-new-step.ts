import { useEffect, useRef } from 'react'
import { headingId } from './step.tsx'

/** Moves the focus to the heading of a step that has just opened, for users of keyboards and screen readers. */
export function useFocusOnNewStep(codeTag: string | undefined): void {
  const seen = useRef(codeTag)
  useEffect(() => {
    if (codeTag === undefined || seen.current === codeTag) return
    seen.current = codeTag
    const heading = document.getElementById(headingId(codeTag))
    heading?.focus({ preventScroll: true })
    // Scrolls without animation, because a tap during a smooth scroll would miss its target.
    heading?.scrollIntoView({ block: 'start' })
  }, [codeTag])
}
