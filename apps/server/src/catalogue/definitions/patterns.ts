import { RE2JS } from 're2js'

/** Cache of compiled patterns by their source; forms have a few hundred at most. */
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

/** Returns whether the whole of `value` matches. The time is linear in the value's length for every pattern (RE2). */
export function matches(pattern: string, value: string): boolean {
  return compile(pattern).matches(value)
}

/**
 * Limits the cost of a match: number of instructions of the compiled pattern times number of characters, RE2's worst
 * case. Measured on a slow core: 25 ns each, so about 40 ms.
 */
const MOST_WORK = 1_500_000

/** Returns why a pattern is rejected (look-around, back-reference, syntax error, too much work for `length` characters); undefined if it is accepted. */
export function patternFault(pattern: string, length: number): string | undefined {
  try {
    const size = RE2JS.compile(pattern).programSize()
    const most = Math.floor(MOST_WORK / length)
    return size > most ? `asks too much of ${length} characters: ${size} instructions, ${most} at the most; bound the length by max_len instead` : undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
