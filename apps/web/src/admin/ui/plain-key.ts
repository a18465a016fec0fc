/**
 * CSS selector of the elements into which the operator types text, so that a single key is input and not a shortcut.
 */
const TYPED_IN = 'input, textarea, select, [contenteditable]'
/** CSS selector of dialogs, popovers and menus, which handle key presses while they are open. */
const OVERLAYS = '.dialog-overlay, .combo-popover, .menu-body'

/** Returns whether a key was pressed without modifier keys, outside text fields and open overlays. */
export function isPlainKey(event: KeyboardEvent): boolean {
  const isTyping = event.target instanceof Element && event.target.closest(TYPED_IN) !== null
  return !(isTyping || event.ctrlKey || event.metaKey || event.altKey || document.querySelector(OVERLAYS))
}

/**
 * Returns whether an event comes from inside a component. A shortcut of a single character must work only there,
 * because users of speech input trigger such keys by accident (WCAG 2.1.4).
 */
export function isInside(event: Event, component: string): boolean {
  return event.target instanceof Element && event.target.closest(component) !== null
}
