import type { MouseEvent } from 'react'

/** Returns true if a click on a link opens a new tab or window, so that the page must leave it to the browser. */
export function opensElsewhere({ metaKey, ctrlKey, shiftKey, button }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey || button !== 0
}
