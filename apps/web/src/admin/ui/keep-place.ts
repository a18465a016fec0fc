/** By open dialog: the element that had the focus before it. */
const openers = new WeakMap<Element, Element>()

/** Remembers what had the focus before a dialog was opened. */
export function rememberOpener(dialog: Element, opener: Element | null): void {
  if (opener && opener !== document.body) openers.set(dialog, opener)
}

/**
 * Gives the focus a place when the element that had it is gone, such as the button of an action that is no longer offered, and React Aria has
 * nothing to give the focus back to: the opener of the dialog that a closed one had replaced, else the heading of the innermost open dialog, else
 * the view's heading.
 */
export function keepPlace(closed?: Element | null): void {
  // React Aria gives the focus back in the same frame, just before.
  requestAnimationFrame(() => {
    if (document.activeElement && document.activeElement !== document.body) return
    let opener = closed && openers.get(closed)
    while (opener && !opener.isConnected) opener = openers.get(opener.closest('.dialog') ?? opener)
    const heading = [...document.querySelectorAll<HTMLElement>('.dialog > h2')].at(-1) ?? document.querySelector<HTMLElement>('#view h1')
    const place = opener instanceof HTMLElement ? opener : heading
    if (!place) return
    if (place === heading) place.tabIndex = -1
    place.focus()
  })
}
