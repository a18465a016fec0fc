import { RE2JS } from 're2js'

const MAX_PATTERN = 512
/**
 * Maximum cost of a pattern: the size of its compiled program times the length of the longest answer. The server
 * rejects patterns above this limit (docs/authors/bundle.md).
 */
const MAX_MATCH_WORK = 1_500_000
const DEFAULT_LENGTH = 3_000

/**
 * Whether the source form matches a pattern with the whole answer, or with any part of it, as JavaScript's
 * `RegExp.test` does.
 */
export type PatternScope = 'whole' | 'part'

/**
 * Converts a regular expression of JavaScript or Java to an RE2 pattern that must match the whole answer. Returns
 * undefined if RE2 does not support the expression (look-around, back-reference), or if the server would reject the
 * pattern because matching it is too costly.
 * @param maxLength maximum length of an answer; undefined if the form sets none
 */
export function convertPattern(source: string, scope: PatternScope, maxLength: number | undefined): string | undefined {
  if (source === '' || source.length > MAX_PATTERN || !source.isWellFormed() || source.includes('\0')) return undefined
  const escaped = source.replace(/\\u\{?([0-9A-Fa-f]{4,6})\}?/g, '\\x{$1}').replaceAll('\\/', '/')
  const anchored = anchoredPart(escaped)
  const pattern = anchored ?? (scope === 'whole' ? escaped : `(?s:.*)(?:${escaped})(?s:.*)`)
  if (pattern === '' || pattern.length > MAX_PATTERN) return undefined
  try {
    const size = RE2JS.compile(pattern).programSize()
    return size * (maxLength ?? DEFAULT_LENGTH) > MAX_MATCH_WORK ? undefined : pattern
  } catch {
    return undefined
  }
}

/** Returns the part of a pattern between `^` and `$`, if these enclose the whole pattern; otherwise undefined. */
function anchoredPart(pattern: string): string | undefined {
  if (!pattern.startsWith('^') || !pattern.endsWith('$') || /(?:^|[^\\])(?:\\\\)*\\\$$/.test(pattern)) return undefined
  const inner = pattern.slice(1, -1)
  return hasTopLevelBar(inner) ? undefined : inner
}

/** Returns true if a regular expression contains an alternative (`|`) outside all groups and character classes. */
function hasTopLevelBar(pattern: string): boolean {
  let depth = 0
  let inClass = false
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern[at]
    if (sign === '\\') at += 1
    else if (inClass) inClass = sign !== ']'
    else if (sign === '[') inClass = true
    else if (sign === '(') depth += 1
    else if (sign === ')') depth -= 1
    else if (sign === '|' && depth === 0) return true
  }
  return false
}
