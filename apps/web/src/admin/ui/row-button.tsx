import type { ComponentProps } from 'react'

/**
 * Action button of a table row. Its `aria-describedby` is the row's first cell, so that a screen reader says which row
 * the button acts on.
 */
export function RowButton({ about, ...props }: ComponentProps<'button'> & { about: string }) {
  return <button type="button" {...props} aria-describedby={about} className="row-button" />
}
