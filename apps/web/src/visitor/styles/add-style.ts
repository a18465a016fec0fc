/**
 * Adds the styles of a chunk to the page, at the end or before another element. Does nothing if they were added before.
 * @param id id of the style element
 */
export function addStyle(id: string, css: string, before: Element | null = null): void {
  if (document.getElementById(id)) return
  const style = document.createElement('style')
  style.id = id
  style.nonce = document.querySelector('style')?.nonce ?? ''
  style.textContent = css
  document.head.insertBefore(style, before)
}
