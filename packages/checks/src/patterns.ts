import { RE2JS } from 're2js'
import { combineTransformers, DFA, JS, NFA, Transformers, transform } from 'refa'
import { remembered } from './remembered.ts'

/** Compiles a regular expression of an author. @throws Error for another syntax than RE2's */
const compile = remembered((pattern) => RE2JS.compile(pattern))

/**
 * Returns whether a regular expression of an author matches the whole of `value`. The time is linear in the length of
 * the value, for every expression (RE2).
 */
export function matchesPattern(pattern: string, value: string): boolean {
  return compile(pattern).matches(value)
}

/**
 * Limits the cost of matching an author's regular expression: number of instructions of the compiled expression times
 * number of characters, RE2's worst case. Measured on a slow core: 25 ns each, so about 40 ms.
 */
const MOST_WORK = 1_500_000

/**
 * Returns why a regular expression of an author is refused (look-around, back-reference, syntax error, or too much work
 * for `length` characters); undefined if it is accepted.
 */
export function patternFault(pattern: string, length: number): string | undefined {
  try {
    const size = compile(pattern).programSize()
    const most = Math.floor(MOST_WORK / length)
    return size > most ? `asks too much of ${length} characters: ${size} instructions, ${most} at the most; bound the length by max_len instead` : undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Maximum number of states of an automaton; larger ones are not examined. Exceeding it takes about 20 ms. */
const MAX_NODES = 3_000
/** Maximum length to which a length limit is turned into an automaton; longer limits hardly ever exclude a pattern. */
const MAX_COUNTED = 200

/**
 * Returns a shortest text that matches all patterns and has an allowed length; null if no text can; undefined if it is
 * not known, because a pattern cannot be examined.
 */
export function shortestMatch(patterns: readonly string[], length: LengthLimits): string | null | undefined {
  return findRemembered(JSON.stringify([patterns, length]))
}

interface LengthLimits {
  min?: number | undefined
  max?: number | undefined
}

const findRemembered = remembered((key) => findShortest(...(JSON.parse(key) as [string[], LengthLimits])))

function findShortest(patterns: readonly string[], { min = 1, max }: LengthLimits): string | null | undefined {
  try {
    const bounded = max === undefined || max > MAX_COUNTED ? '' : String(max)
    const sources = [...patterns.map(asJavaScript), `[^]{${Math.min(Math.max(min, 1), MAX_COUNTED)},${bounded}}`]
    const [first, ...others] = sources.map(automatonOf)
    if (!first) return undefined
    const all = others.reduce((one, other) => NFA.fromIntersection(one, other, new NFA.LimitedNodeFactory(MAX_NODES)), first)
    if (all.isEmpty) return null
    return wordOf(all)
  } catch {
    return undefined
  }
}

/** Turns RE2 syntax into JavaScript's where they differ: named groups, and flags at the start. @throws for other flags */
function asJavaScript(pattern: string): string {
  const source = pattern.replaceAll('(?P<', '(?<').replace(/^\\A/, '').replace(/\\z$/, '')
  if (/\(\?[a-zA-Z-]+[:)]/.test(source)) throw new Error('flags')
  return source
}

/**
 * Resolves the anchors and word boundaries of an expression. Those at its edges are dropped, because the expression must
 * match the whole text.
 */
const RESOLVE = combineTransformers([
  Transformers.applyAssertions(),
  Transformers.removeUnnecessaryAssertions(),
  Transformers.removeDeadBranches(),
  Transformers.patternEdgeAssertions({ remove: true }),
])

function automatonOf(source: string): NFA {
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags: 'u' }).parse({ backreferences: 'throw' })
  return NFA.fromRegex(transform(RESOLVE, expression), { maxCharacter }, { assertions: 'throw' }, new NFA.LimitedNodeFactory(MAX_NODES))
}

/** Returns a shortest word of an automaton, with letters, digits and common signs before others. */
function wordOf(automaton: NFA): string {
  const dfa = DFA.fromFA(automaton, new DFA.LimitedNodeFactory(MAX_NODES))
  let level: [node: DFA.ReadonlyNode, word: string][] = [[dfa.initial, '']]
  const seen = new Set<DFA.ReadonlyNode>()
  while (level.length > 0) {
    const next: typeof level = []
    for (const [node, word] of level) {
      if (dfa.finals.has(node as DFA.Node)) return word
      if (seen.has(node)) continue
      seen.add(node)
      const targets = new Map<DFA.ReadonlyNode, string>()
      for (const [range, target] of node.out) {
        const sign = common(range)
        const other = targets.get(target)
        if (other === undefined || rankOf(sign) < rankOf(other)) targets.set(target, sign)
      }
      for (const [target, sign] of targets) next.push([target, word + sign])
    }
    level = next
  }
  throw new Error('an automaton that is not empty has a word')
}

/** Ranges of characters in the order in which a generated text prefers them. */
const PREFERRED: readonly (readonly [number, number])[] = [
  [0x61, 0x7a],
  [0x41, 0x5a],
  [0x30, 0x39],
  [0x21, 0x7e],
  [0x20, 0x20],
]

function common({ min, max }: { min: number; max: number }): string {
  const preferred = PREFERRED.find(([from, to]) => min <= to && max >= from)
  return String.fromCodePoint(preferred ? Math.max(min, preferred[0]) : min)
}

const rankOf = (sign: string) => {
  const code = sign.codePointAt(0) ?? 0
  const rank = PREFERRED.findIndex(([from, to]) => code >= from && code <= to)
  return rank === -1 ? PREFERRED.length : rank
}
