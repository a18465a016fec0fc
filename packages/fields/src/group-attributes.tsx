import type { FocusEvent } from 'react'
import type { InputPartProps } from './define-input-part.ts'

/** The id of the text that names a group of controls; the frame of the question writes it. */
export function groupLabelId(id: string): string {
  return `${id}-label`
}

/** What a group of controls tells assistive technology. The group takes the focus when the error summary leads to it. */
export function groupAttributes({ id, describedBy, onLeave }: InputPartProps) {
  return {
    id,
    tabIndex: -1,
    'aria-labelledby': groupLabelId(id),
    'aria-describedby': describedBy,
    onBlur: (event: FocusEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) onLeave()
    },
  }
}
