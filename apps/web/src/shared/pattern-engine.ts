import { RE2JS } from 're2js'

/**
 * Maximum number of compiled patterns in the cache. While an author types a pattern, each key press creates another
 * one, so
 * the cache must have a limit.
 */
const MAX_COMPILED = 200

const compiled = new Map<string, RE2JS>()

/**
 * Returns true if an author's pattern matches the whole `value`. Uses the same regular-expression engine (RE2) as the
 * server.
 * @throws RE2JSSyntaxException if the pattern is invalid
 */
export function matches(pattern: string, value: string): boolean {
  const known = compiled.get(pattern) ?? RE2JS.compile(pattern)
  if (!compiled.has(pattern) && compiled.size >= MAX_COMPILED) compiled.clear()
  compiled.set(pattern, known)
  return known.matches(value)
}
