import { RE2JS } from 're2js'

const compiled = new Map<string, RE2JS>()

/** Returns whether the whole of `value` matches an author's pattern, using the same pattern engine (RE2) as the server. */
export function matches(pattern: string, value: string): boolean {
  const known = compiled.get(pattern) ?? RE2JS.compile(pattern)
  compiled.set(pattern, known)
  return known.matches(value)
}
