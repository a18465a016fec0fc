type Known = Readonly<Record<string, unknown>>

/** Converts the known data about a person to lines of `name=value`. The items of a list are separated by commas. */
export function knownLines(known: Known): string[] {
  return Object.entries(known).map(([key, value]) => `${key}=${textOf(value)}`)
}

const textOf = (value: unknown): string => (Array.isArray(value) ? value.map(textOf).join(', ') : String(value ?? ''))

/** Splits a line into name and value at the first equals sign; the value may contain more equals signs. */
function pairOf(line: string): [name: string, value: string] {
  const at = line.indexOf('=')
  return [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()]
}

/**
 * Returns the numbers of the lines that are invalid: without `=`, without a name, or with the same name as an earlier
 * line. Empty lines are valid.
 */
export function unreadableLines(text: string): number[] {
  const seen = new Set<string>()
  return text.split('\n').flatMap((line, at) => {
    const [name] = pairOf(line)
    const isWrong = line.trim() !== '' && (name === '' || seen.has(name))
    seen.add(name)
    return isWrong ? [at + 1] : []
  })
}

/**
 * Parses lines of `name=value` into known data about a person. A value may be a number or a list, not only a text; if
 * its
 * line was not changed, it keeps this type.
 */
export function knownOf(text: string, before: Known): Record<string, unknown> {
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [key, value] = pairOf(line)
      if (key === '' || value === '') return []
      return [[key, Object.hasOwn(before, key) && textOf(before[key]) === value ? before[key] : value]]
    }),
  )
}
