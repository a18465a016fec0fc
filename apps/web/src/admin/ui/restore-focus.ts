/** Maps each open dialog to the element that had the focus before the dialog opened. */
const openers = new WeakMap<Element, Element>()

/** Stores the element that had the focus before a dialog opened. */
export function rememberOpener(dialog: Element, opener: Element | null): void {
  if (opener && opener !== document.body) openers.set(dialog, opener)
}

/**
 * Moves the focus if the focused element has disappeared from the page, for example the button of an action that is no
 * longer available. The focus goes to the element that opened the closed dialog. If that has disappeared too, the focus
 * goes to the heading of the innermost open dialog or, without a dialog, of the view.
 */
export function restoreFocus(closed?: Element | null): void {
  // Checks the focus in the next animation frame, after React Aria has tried to restore the focus itself.
  requestAnimationFrame(() => {
    if (document.activeElement && document.activeElement !== document.body) return
    let opener = closed && openers.get(closed)
    while (opener && !opener.isConnected) opener = openers.get(opener.closest('.dialog') ?? opener)
    const heading = [...document.querySelectorAll<HTMLElement>('.dialog > h2, .request-panel h2')].at(-1) ?? document.querySelector<HTMLElement>('#view h1')
    const place = opener instanceof HTMLElement ? opener : heading
    if (!place) return
    if (place === heading) place.tabIndex = -1
    place.focus()
  })
}
