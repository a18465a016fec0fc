import { RE2JS } from 're2js'

/** Compiled patterns by their source; an author's forms hold a few hundred at the most. */
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

/** Whether the whole of `value` matches. In time linear in the value's length, whatever the author wrote. */
export function matches(pattern: string, value: string): boolean {
  return compile(pattern).matches(value)
}

/**
 * What a match may cost: instructions of the compiled pattern times characters, which is what RE2 works through at the worst.
 * Measured on a slow core: 25 ns each, so about 40 ms.
 */
const MOST_WORK = 1_500_000

/** Why a pattern is refused (look-around, back-references, bad syntax, too much work over `length` characters), or undefined. */
export function patternFault(pattern: string, length: number): string | undefined {
  try {
    const size = RE2JS.compile(pattern).programSize()
    const most = Math.floor(MOST_WORK / length)
    return size > most ? `asks too much of ${length} characters: ${size} instructions, ${most} at the most; bound the length by max_len instead` : undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
