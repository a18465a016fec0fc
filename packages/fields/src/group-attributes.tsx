import type { FocusEvent } from 'react'
import type { InputPartProps } from './define-input-part.ts'

/** Returns the id of the text that labels a group of controls. The question's component renders this text. */
export function groupLabelId(id: string): string {
  return `${id}-label`
}

/**
 * Returns the ARIA attributes for a group of controls. `tabIndex` is -1, so that the error summary can move the focus
 * to the group.
 */
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
