import type { ReactNode } from 'react'

/** Props that the question component passes to the control of its answer. */
export interface InputPartProps {
  /** Id of the element of the question's control; the `for` attribute of the question's label refers to it. */
  id: string
  /** The value that the question's control shows: a typed text, a boolean, or the chosen files. */
  value: unknown
  onChange: (value: unknown) => void
  /** Called when the question's control loses the focus. */
  onLeave: () => void
  settings: Readonly<Record<string, unknown>>
  label: string
  /** Autofill token of the question (HTML attribute `autocomplete`), as returned by `purposeOf`. */
  purpose?: string | undefined
  required: boolean
  readOnly: boolean
  invalid: boolean
  /** Ids of the question's help text, character counter and error message, for the attribute `aria-describedby`. */
  describedBy: string | undefined
  errorId: string | undefined
  /** Today's date in the deployment's time zone, YYYY-MM-DD. */
  today: string
  /**
   * Returns an answer in the form in which the server stores it, for example in the letter case that the question
   * requires.
   */
  kept: (answer: unknown) => unknown
  /**
   * Returns whether the whole of `value` matches an author's `pattern`; the same function as `CheckContext.matches`.
   */
  matches: (pattern: string, value: string) => boolean
  /** Whether selects are shown as radio buttons (parameter `show_radio_buttons` of the form). */
  asRadio: boolean
}

/**
 * React component of an input type. It renders only the control of the answer; the question component renders label,
 * help and error message.
 */
export type InputComponent = (props: InputPartProps) => ReactNode

/**
 * Returns the id and the ARIA attributes that the control of a question sets on its element, the same for every input
 * type.
 */
export function controlAttributes({ id, required, invalid, describedBy, errorId }: InputPartProps) {
  return {
    id,
    'aria-required': required || undefined,
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy,
    'aria-errormessage': invalid ? errorId : undefined,
  }
}
