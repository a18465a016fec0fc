type Known = Readonly<Record<string, unknown>>

/** What is known of a person as lines of `name=value`; lists are joined by commas. */
export function knownLines(known: Known): string[] {
  return Object.entries(known).map(([key, value]) => `${key}=${textOf(value)}`)
}

const textOf = (value: unknown): string => (Array.isArray(value) ? value.map(textOf).join(', ') : String(value ?? ''))

/** Splits a line into name and value; the value may hold more signs of equality. */
function pairOf(line: string): [name: string, value: string] {
  const at = line.indexOf('=')
  return [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()]
}

/** Numbers of the lines that say something and cannot be read: without `=`, without a name, or with a name that stands above already. */
export function unreadableLines(text: string): number[] {
  const seen = new Set<string>()
  return text.split('\n').flatMap((line, at) => {
    const [name] = pairOf(line)
    const isWrong = line.trim() !== '' && (name === '' || seen.has(name))
    seen.add(name)
    return isWrong ? [at + 1] : []
  })
}

/** Reads lines as what is known: a value that still reads as it did keeps what it was, a number or a list. */
export function knownOf(text: string, before: Known): Record<string, unknown> {
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [key, value] = pairOf(line)
      if (key === '' || value === '') return []
      return [[key, Object.hasOwn(before, key) && textOf(before[key]) === value ? before[key] : value]]
    }),
  )
}
