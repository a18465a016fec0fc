import type { ComponentProps } from 'react'

/** A row's action: named by what it does, described by the row's first cell. */
export function RowButton({ about, ...props }: ComponentProps<'button'> & { about: string }) {
  return <button type="button" {...props} aria-describedby={about} className="row-button" />
}
