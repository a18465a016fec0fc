import type { FocusEvent } from 'react'
import type { InputPartProps } from './define-input-part.ts'

/** Returns the id of the text that labels a group of controls. The component of the question renders this text. */
export function groupLabelId(id: string): string {
  return `${id}-label`
}

/**
 * Returns the ARIA attributes of a group of controls. With `tabIndex` -1 the error summary can move the focus to the
 * group.
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
