type Known = Readonly<Record<string, unknown>>

/** What is known of a person as lines of `name=value`; lists are joined by commas. */
export function knownLines(known: Known): string[] {
  return Object.entries(known).map(([key, value]) => `${key}=${textOf(value)}`)
}

const textOf = (value: unknown): string => (Array.isArray(value) ? value.map(textOf).join(', ') : String(value ?? ''))

/** Lines as what is known: a value that still reads as it did keeps what it was, a number or a list. A line without `=` says nothing. */
export function knownOf(text: string, before: Known): Record<string, unknown> {
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const at = line.indexOf('=')
      const [key, value] = [line.slice(0, at).trim(), line.slice(at + 1).trim()]
      if (at < 1 || key === '' || value === '') return []
      return [[key, Object.hasOwn(before, key) && textOf(before[key]) === value ? before[key] : value]]
    }),
  )
}
