/**
 * CSS selector of the elements in which the operator types text. In these elements, a single key is text input and not
 * a shortcut.
 */
const TYPED_IN = 'input, textarea, select, [contenteditable]'
/** CSS selector of dialogs, popovers and menus. While one of them is open, it handles all key presses. */
const OVERLAYS = '.dialog-overlay, .combo-popover, .menu-body'

/**
 * Returns true if a key was pressed without modifier keys while the focus was neither in a text field nor in an open
 * overlay.
 */
export function isPlainKey(event: KeyboardEvent): boolean {
  const isTyping = event.target instanceof Element && event.target.closest(TYPED_IN) !== null
  return !(isTyping || event.ctrlKey || event.metaKey || event.altKey || document.querySelector(OVERLAYS))
}

/**
 * Returns true if an event comes from inside a component. A shortcut of a single character must work only inside its
 * component, because users of speech input trigger such keys by accident (WCAG 2.1.4).
 */
export function isInside(event: Event, component: string): boolean {
  return event.target instanceof Element && event.target.closest(component) !== null
}
