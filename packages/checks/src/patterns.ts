import { RE2JS } from 're2js'
import { combineTransformers, DFA, JS, NFA, Transformers, transform } from 'refa'
import { remembered } from './remembered.ts'

/**
 * Compiles an author's regular expression.
 * @throws Error if the syntax is not supported by RE2
 */
const compile = remembered((pattern) => RE2JS.compile(pattern))

/**
 * Returns true if an author's regular expression matches the whole `value`. For every expression, the time is
 * proportional to the length of the value (RE2).
 */
export function matchesPattern(pattern: string, value: string): boolean {
  return compile(pattern).matches(value)
}

/**
 * Maximum cost of matching an author's regular expression: the number of instructions of the compiled expression times
 * the number of characters, which is the worst case in RE2. On a slow core, each unit takes 25 ns, so the limit
 * corresponds to about 40 ms.
 */
const MOST_WORK = 1_500_000

/**
 * Returns why an author's regular expression is rejected (look-around, back-reference, syntax error, or too high a cost
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

/** Maximum number of states of an automaton. Larger automata are not examined; reaching the limit takes about 20 ms. */
const MAX_NODES = 3_000
/**
 * Maximum length limit that is converted to an automaton. Larger limits are ignored, because they hardly ever make a
 * pattern impossible to match.
 */
const MAX_COUNTED = 200

/**
 * Returns one of the shortest texts that match all patterns and have an allowed length. Returns null if there is no
 * such text, and undefined if this is unknown because a pattern cannot be examined.
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

/**
 * Converts a regular expression from RE2 syntax to JavaScript syntax, which differ in named groups and in flags at the
 * start.
 * @throws an error for flags elsewhere
 */
function asJavaScript(pattern: string): string {
  const source = pattern
    .replaceAll('(?P<', '(?<')
    .replace(/^\\A/, '')
    .replace(/\\z$/, '')
    // RE2 allows a backslash before every punctuation character, JavaScript's Unicode mode only before syntax characters.
    .replace(/\\([@#%&~`'"!,:;<>=_ ])/g, '$1')
  if (/\(\?[a-zA-Z-]+[:)]/.test(source)) throw new Error('flags')
  return source
}

/**
 * Resolves the anchors and word boundaries in an expression. Those at its start and end are removed, because the
 * expression must match the whole text anyway.
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

/**
 * Returns one of the shortest texts that an automaton accepts. It prefers letters, digits and common punctuation to
 * other characters.
 */
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

/** Ranges of characters for generated texts, in order of preference. */
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
