/**
 * Gives the focus a place when the element that had it is gone, such as the button of an action that is no longer offered: reading then goes on
 * from the heading of the innermost open dialog, else from the view's.
 */
export function keepPlace(): void {
  setTimeout(() => {
    if (document.activeElement && document.activeElement !== document.body) return
    const heading = [...document.querySelectorAll<HTMLElement>('dialog[open] > h2')].at(-1) ?? document.querySelector<HTMLElement>('#view h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus()
  })
}
