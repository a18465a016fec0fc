/** What the page has stored if the browser forbids to store anything: it is forgotten with the page. */
const passing = new Map<string, string>()

/** Reads a text that this browser keeps; undefined if there is none. */
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

/** Returns the random key of this browser, by which the server recognises the comments that were written here. */
export function browserKey(): string {
  const known = readKept('review_key')
  if (known !== undefined) return known
  const made = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  keep('review_key', made)
  return made
}
