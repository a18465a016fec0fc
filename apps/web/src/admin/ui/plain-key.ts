/** Elements in which a single character is input. */
const TYPED_IN = 'input, textarea, select, [contenteditable]'
/** Overlays; they handle the keys while they are open. */
const OVERLAYS = '.dialog-overlay, .combo-popover, .menu-body'

/** Returns whether a key was pressed alone, outside of text fields and of open overlays. */
export function isPlainKey(event: KeyboardEvent): boolean {
  const isTyping = event.target instanceof Element && event.target.closest(TYPED_IN) !== null
  return !(isTyping || event.ctrlKey || event.metaKey || event.altKey || document.querySelector(OVERLAYS))
}

/**
 * Returns whether an event comes from inside of a component. Shortcuts of a single character must not work anywhere else, because people who speak to their
 * computer press such keys without wanting to (WCAG 2.1.4).
 */
export function isInside(event: Event, component: string): boolean {
  return event.target instanceof Element && event.target.closest(component) !== null
}
