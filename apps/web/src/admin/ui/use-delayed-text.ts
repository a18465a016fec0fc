import { useEffect, useRef, useState } from 'react'

/**
 * Delay in milliseconds between the last key press in a table's text filter and its application (administrator
 * specification, section 9: "Filter debounce").
 */
const PAUSE_MS = 500

/** State of a text field whose value is applied after a pause in typing. */
export interface DelayedText {
  typed: string
  type: (text: string) => void
  /** Applies a value at once. */
  apply: (value: string) => void
}

/**
 * Keeps what is typed into a filter's text field, and applies it after a pause.
 * @param value the applied value; if it changes elsewhere, for example when the operator clears all filters, the text follows
 */
export function useDelayedText(value: string, onChange: (value: string) => void): DelayedText {
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const applied = useRef(value)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (value === applied.current) return
    applied.current = value
    clearTimeout(timer.current)
    setTyped(value)
  }, [value])

  function apply(next: string): void {
    clearTimeout(timer.current)
    applied.current = next
    onChange(next)
  }
  function type(text: string): void {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => apply(text), PAUSE_MS)
  }
  return { typed, type, apply }
}
