/** For each open dialog, the element that had the focus before it opened. */
const openers = new WeakMap<Element, Element>()

/** Stores the element that had the focus before a dialog opened. */
export function rememberOpener(dialog: Element, opener: Element | null): void {
  if (opener && opener !== document.body) openers.set(dialog, opener)
}

/**
 * Moves the focus to a sensible place if the focused element has been removed, such as the button of an action that is no longer offered. The
 * candidates in order: the opener of the dialog that the closed one had replaced, the heading of the innermost open dialog, the view's heading.
 */
export function restoreFocus(closed?: Element | null): void {
  // React Aria restores the focus in the same frame, before this callback.
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
