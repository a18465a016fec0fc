import { useEffect, useRef } from 'react'
import { headingId } from './step.tsx'

/** When a step opens, moves the focus to its heading, which helps users of keyboards and screen readers. */
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
