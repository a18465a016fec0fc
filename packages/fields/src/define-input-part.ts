import type { ReactNode } from 'react'

/** What the frame of a question gives its control. */
export interface InputPartProps {
  /** Of the control; its label points at it. */
  id: string
  /** What the control shows: a typed text, a tick, or the chosen files. */
  value: unknown
  onChange: (value: unknown) => void
  /** The visitor left the control. */
  onLeave: () => void
  settings: Readonly<Record<string, unknown>>
  label: string
  /** What the answer is to autofill (`purposeOf`). */
  purpose?: string | undefined
  required: boolean
  readOnly: boolean
  invalid: boolean
  /** Ids of the help, the counter and the message. */
  describedBy: string | undefined
  errorId: string | undefined
  /** The deployment's day, YYYY-MM-DD. */
  today: string
  /** An answer as it is kept: in the case of letters that the question asks for. */
  kept: (answer: unknown) => unknown
  /** As CheckContext's. */
  matches: (pattern: string, value: string) => boolean
  /** Whether choices are shown as radio buttons (`show_radio_buttons` of the form). */
  asRadio: boolean
}

/** The browser's half of an input type: the control alone; label, help and message are the frame's. */
export type InputComponent = (props: InputPartProps) => ReactNode

/** What every control tells assistive technology, in one place. */
export function controlAttributes({ id, required, invalid, describedBy, errorId }: InputPartProps) {
  return {
    id,
    'aria-required': required || undefined,
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy,
    'aria-errormessage': invalid ? errorId : undefined,
  }
}
