/**
 * Texts that the review page would normally store in local storage. If the browser forbids local storage, they are kept
 * here
 * in memory and are lost when the page closes.
 */
const passing = new Map<string, string>()

/** Returns a text that the review page has stored in this browser; undefined if it has not stored any. */
export function readKept(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return passing.get(name)
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    passing.set(name, value)
  }
}

/**
 * Returns the random key of this browser. The server uses the key to recognise comments that were written in this
 * browser.
 */
export function browserKey(): string {
  const known = readKept('review_key')
  if (known !== undefined) return known
  const made = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  keep('review_key', made)
  return made
}
