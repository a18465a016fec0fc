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

/** Why a pattern is refused (look-around, back-references, bad syntax), or undefined. */
export function patternFault(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
