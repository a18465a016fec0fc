type Known = Readonly<Record<string, unknown>>

/** Returns the known data of a person as lines of `name=value`; the items of a list are joined by commas. */
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
 * Returns the line numbers of lines that cannot be parsed: without `=`, without a name, or with the name of an earlier
 * line. Empty lines are allowed.
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

/** Parses lines of `name=value` into known data. A value with unchanged text keeps its previous type, such as number or list. */
export function knownOf(text: string, before: Known): Record<string, unknown> {
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [key, value] = pairOf(line)
      if (key === '' || value === '') return []
      return [[key, Object.hasOwn(before, key) && textOf(before[key]) === value ? before[key] : value]]
    }),
  )
}
