import type { ReactNode } from 'react'

/** Props that the component of a question passes to the control for the answer. */
export interface InputPartProps {
  /** Id of the control's element. The `for` attribute of the question's label refers to it. */
  id: string
  /** The value that the control shows: a text, a boolean, or the chosen files. */
  value: unknown
  onChange: (value: unknown) => void
  /** Called when the control loses the focus. */
  onLeave: () => void
  settings: Readonly<Record<string, unknown>>
  label: string
  /** Value of the HTML attribute `autocomplete`, as returned by `purposeOf`. */
  purpose?: string | undefined
  required: boolean
  readOnly: boolean
  invalid: boolean
  /** Ids of the help text, the character counter and the error message, for the attribute `aria-describedby`. */
  describedBy: string | undefined
  errorId: string | undefined
  /** Today's date in the deployment's time zone, YYYY-MM-DD. */
  today: string
  /**
   * Converts an answer to the form in which the server stores it, for example to the upper or lower case that the
   * question requires.
   */
  kept: (answer: unknown) => unknown
  /**
   * Returns true if an author's `pattern` matches the whole `value`. It is the same function as `CheckContext.matches`.
   */
  matches: (pattern: string, value: string) => boolean
  /** True if select fields are shown as radio buttons (form parameter `show_radio_buttons`). */
  asRadio: boolean
}

/**
 * React component of an input type. It renders only the control for the answer; the component of the question renders
 * the label, the help text and the error message.
 */
export type InputComponent = (props: InputPartProps) => ReactNode

/** Returns the id and the ARIA attributes for a control's element. They are the same for every input type. */
export function controlAttributes({ id, required, invalid, describedBy, errorId }: InputPartProps) {
  return {
    id,
    'aria-required': required || undefined,
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy,
    'aria-errormessage': invalid ? errorId : undefined,
  }
}
