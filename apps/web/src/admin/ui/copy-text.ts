/**
 * Copies a text to the clipboard.
 * @returns false if the browser denies access to the clipboard
 */
export function copyText(text: string): Promise<boolean> {
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}
