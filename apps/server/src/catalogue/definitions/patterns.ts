import { RE2JS } from 're2js'

/** Cache of compiled regular expressions by their source; a form has a few hundred at most. */
const compiled = new Map<string, RE2JS>()
const MAX_COMPILED = 5_000

function compile(pattern: string): RE2JS {
  const known = compiled.get(pattern)
  if (known) return known
  const fresh = RE2JS.compile(pattern)
  if (compiled.size >= MAX_COMPILED) compiled.clear()
  compiled.set(pattern, fresh)
  return fresh
}

/**
 * Returns whether a regular expression matches the whole of `value`. The time is linear in the length of the value, for
 * every expression (RE2).
 */
export function matches(pattern: string, value: string): boolean {
  return compile(pattern).matches(value)
}

/**
 * Limits the cost of matching an author's regular expression: number of instructions of the compiled expression times
 * number of characters, RE2's worst case. Measured on a slow core: 25 ns each, so about 40 ms.
 */
const MOST_WORK = 1_500_000

/**
 * Returns why the server rejects a regular expression of an author (look-around, back-reference, syntax error, or too
 * much work for `length` characters); undefined if the server accepts it.
 */
export function patternFault(pattern: string, length: number): string | undefined {
  try {
    const size = RE2JS.compile(pattern).programSize()
    const most = Math.floor(MOST_WORK / length)
    return size > most ? `asks too much of ${length} characters: ${size} instructions, ${most} at the most; bound the length by max_len instead` : undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
