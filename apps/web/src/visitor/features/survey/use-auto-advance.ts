import { type RefObject, useEffect, useRef, useState } from 'react'

/** Time in milliseconds for which the visitor sees the chosen answer before the next card opens. */
const PAUSE_MS = 350

/** The controls that answer a question with one press: radio buttons, keys of a scale and buttons. */
const ANSWERS = '.choice:has([type="radio"]), .scale-key, .button-group button'

/**
 * Opens the next card of a survey after the visitor has pressed the answer to its only question. Only presses of a
 * finger or a pointer count. With the keyboard or a screen reader, the visitor opens the next card with its button,
 * because arrow keys change the answer of radio buttons.
 * @param form the form with the questions of the card
 * @param isOn true if the form wants this and the card has only one question, which is mandatory
 * @param blocked true while the card has no valid answer
 */
export function useAutoAdvance(form: RefObject<HTMLFormElement | null>, isOn: boolean, blocked: boolean, open: () => void): void {
  const [presses, setPresses] = useState(0)
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    if (presses === 0 || blocked) return
    const timer = setTimeout(() => latest.current(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [presses, blocked])
  useEffect(() => {
    const node = form.current
    if (!isOn || !node) return
    let last = 0
    function notice({ target, detail, timeStamp }: MouseEvent): void {
      // Clicks by keys have the detail 0, and so has the click that a label passes on to its control.
      if (detail > 0 && target instanceof Element && target.closest(ANSWERS)) {
        last = timeStamp
        setPresses((count) => count + 1)
      } else if (timeStamp - last > PAUSE_MS) setPresses(0)
    }
    node.addEventListener('click', notice)
    return () => node.removeEventListener('click', notice)
  }, [form, isOn])
}
