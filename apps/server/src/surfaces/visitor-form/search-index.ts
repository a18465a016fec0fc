/// <reference path="./stopword.d.ts" />
import { EXCERPT_SIDE, languageOf, type SearchResult, searchStems, type TagNode } from '@sportello/contract'
import { deu, ell, eng, fra, ita, nld, spa } from 'stopword'
import { needsSignIn } from '../../catalogue/definitions/rules.ts'
import { type Passage, passagesOf, WEIGHT } from './search-passages.ts'
import { distance, tolerance } from './similar-spelling.ts'

interface Entry {
  node: TagNode
  /** The texts of a step that the search reads. The first text is the step's name. */
  passages: readonly Passage[]
  /** Number of words in the step's name. */
  nameWords: number
  depth: number
  /** True if the step can be a search result. Language steps and the root cannot. */
  isFound: boolean
  needsSignIn: boolean
  /** Position of a step in the order of the form's tree of steps. */
  place: number
}

/**
 * A word in the search index of a form. `steps` contains the steps in which the word occurs, each with a weight; if
 * several
 * texts of a step contain the word, the highest weight counts. `named` contains the steps whose name contains the word.
 */
interface Word {
  letters: string
  /** The word without its final vowel, as the search compares it. */
  stem: string
  steps: Map<Entry, number>
  named: Set<Entry>
}

const MAX_RESULTS = 500
/** Highest number of words in a query whose spelling is corrected. It limits the words that one search compares. */
const MAX_CORRECTED = 5
/** Maximum number of results that contain only some words of the query. */
const MAX_PARTLY = 10
/** Share of a form's steps above which a word is too common to find a step by itself. */
const COMMON = 0.1
/** Minimum score of such a result, as a share of the best one's. */
const NEAR_BEST = 0.5
/** Maximum number of words of a sentence that are searched. */
const MAX_TELLING = 12
/** Stems of the words that say nothing by themselves, in all languages of the product. */
const LITTLE: ReadonlySet<string> = new Set([ita, deu, eng, spa, fra, ell, nld].flatMap((words) => searchStems(words.join(' '))))
const WORDS = /[\p{L}\p{N}]+/gu

/**
 * Search index of a published form, built once per version. Its words are sorted, so that words with the same beginning
 * are next to each other. A search reads only the steps that contain a word of the query.
 */
export class SearchIndex {
  readonly #entries = new Map<string, Entry>()
  readonly #words: readonly Word[]

  constructor(nodes: Iterable<TagNode>) {
    const words = new Map<string, Word>()
    for (const node of nodes) {
      const isFound = languageOf(node.tag) === undefined && node.path.length > 1
      const passages = passagesOf(node.tag)
      const nameWords = Math.max(1, [...(passages[0]?.letters.matchAll(WORDS) ?? [])].length)
      const entry = { node, passages, nameWords, depth: node.path.length, isFound, needsSignIn: needsSignIn(node), place: this.#entries.size }
      this.#entries.set(node.tag.code_tag, entry)
      for (const { id, letters, weight } of entry.passages) {
        for (const [text] of letters.matchAll(WORDS)) {
          const word = words.get(text) ?? { letters: text, stem: searchStems(text)[0] ?? text, steps: new Map(), named: new Set() }
          words.set(text, word)
          word.steps.set(entry, Math.max(weight, word.steps.get(entry) ?? 0))
          if (id === node.tag.code_tag) word.named.add(entry)
        }
      }
    }
    this.#words = [...words.values()].sort((a, b) => (a.letters < b.letters ? -1 : 1))
  }

  /**
   * Returns the steps that match a query, best match first. Each word of the query must match the beginning of a word
   * in the step, or in the names of the steps above it. Case, accents and Italian word endings are ignored. If no step
   * matches, words with a similar spelling are searched instead of those that do not occur. If still no step matches,
   * the steps with the most telling words of the query are returned.
   * @param below limits the search to a step and the steps below it
   */
  search(query: string, { below, signedIn }: { below?: string | undefined; signedIn: boolean }): SearchResult[] {
    const stems = searchStems(query)
    if (stems.length === 0) return []
    const isShown = ({ node, isFound, needsSignIn: locked }: Entry) =>
      isFound && (signedIn || !locked) && (below === undefined || node.path.some((tag) => tag.code_tag === below))
    const found = this.#matching(stems, isShown)
    if (found.length > 0) return found.map((entry) => resultOf(entry, stems))
    // People also write whole sentences. Their little words find nothing by themselves.
    const telling = stems.filter((stem) => !LITTLE.has(stem)).slice(0, MAX_TELLING)
    const isShort = stems.length <= MAX_CORRECTED
    const near = [...new Set((isShort ? stems : telling).flatMap((stem) => this.#nearest(stem, isShown, stems.length <= MAX_CORRECTED) ?? []))]
    const whole = isShort && near.length === stems.length ? this.#matching(near, isShown) : []
    const shown = whole.length > 0 ? whole : this.#partlyMatching(near, isShown)
    return shown.map((entry) => ({ ...resultOf(entry, near), near }))
  }

  /**
   * Returns the shown steps that contain some of the word stems, best match first. A word counts more the fewer steps
   * contain it. A word that many steps contain, and a little word such as "sono", finds nothing by itself.
   */
  #partlyMatching(stems: readonly string[], isShown: (entry: Entry) => boolean): Entry[] {
    const total = this.#entries.values().filter(isShown).toArray().length
    const hits = stems.flatMap((stem) => {
      if (LITTLE.has(stem)) return []
      const { steps, named } = this.#stepsWith(stem)
      const shown = [...steps.keys()].filter(isShown).length
      if (shown === 0 || shown > Math.max(MAX_PARTLY, total * COMMON)) return []
      return [{ steps, named, telling: Math.log(1 + total / shown) }]
    })
    const scores = new Map<Entry, number>()
    for (const entry of hits.reduce((all, { steps }) => all.union(steps), new Set<Entry>())) {
      if (!isShown(entry)) continue
      let score = 0
      for (const { steps, named, telling } of hits) {
        const weight = steps.get(entry) ?? 0
        if (weight > 0) score += telling * (1 + weight / WEIGHT.name)
        else if (named.size > 0 && this.#above(entry).some((each) => named.has(each))) score += telling
      }
      scores.set(entry, score)
    }
    const best = Math.max(0, ...scores.values())
    return [...scores]
      .filter(([, score]) => score >= best * NEAR_BEST)
      .sort(([a, one], [b, other]) => other - one || a.place - b.place)
      .slice(0, MAX_PARTLY)
      .map(([entry]) => entry)
  }

  /** Returns the shown steps that match all word stems, best match first. */
  #matching(stems: readonly string[], isShown: (entry: Entry) => boolean): Entry[] {
    const hits = stems.map((stem) => this.#stepsWith(stem))
    const found: { entry: Entry; score: number }[] = []
    for (const entry of hits.reduce((all, { steps }) => all.union(steps), new Set<Entry>())) {
      if (!isShown(entry)) continue
      const score = this.#scoreOf(entry, hits)
      if (score > 0) found.push({ entry, score })
    }
    found.sort((a, b) => b.score - a.score || a.entry.place - b.entry.place)
    return found.slice(0, MAX_RESULTS).map(({ entry }) => entry)
  }

  /**
   * Returns a word stem itself if words of shown steps begin with it, otherwise the stem of the word of a shown step
   * with the most similar spelling; undefined if there is none. Only words with the same first letter are compared,
   * because people rarely mistype it, and because the index is sorted by it.
   * @param corrects false if only the stem itself is wanted
   */
  #nearest(stem: string, isShown: (entry: Entry) => boolean, corrects: boolean): string | undefined {
    const isUsed = ({ steps }: Pick<Word, 'steps'>) => steps.keys().some(isShown)
    if (isUsed(this.#stepsWith(stem))) return stem
    if (!corrects) return undefined
    let best: string | undefined
    let least = tolerance(stem.length) + 1
    const first = stem.charAt(0)
    for (let at = this.#firstFrom(first); least > 1 && this.#words[at]?.letters.startsWith(first); at++) {
      const word = this.#words[at] as Word
      if (Math.abs(word.stem.length - stem.length) >= least) continue
      const apart = distance(stem, word.stem, least)
      if (apart >= least || !isUsed(word)) continue
      best = word.stem
      least = apart
    }
    return best
  }

  /**
   * Returns the steps that contain at least one word with the given beginning. The beginning is the stem of a word in
   * the
   * query.
   */
  #stepsWith(stem: string): Pick<Word, 'steps' | 'named'> {
    const first = this.#firstFrom(stem)
    let end = first
    while (this.#words[end]?.letters.startsWith(stem)) end++
    const [only, ...more] = this.#words.slice(first, end)
    // Usually only one word of the index begins with the word stem; then its sets of steps can be returned without
    // copying.
    if (only && more.length === 0) return only
    const steps = new Map(only?.steps)
    const named = new Set(only?.named)
    for (const word of more) {
      for (const [entry, weight] of word.steps) steps.set(entry, Math.max(weight, steps.get(entry) ?? 0))
      for (const entry of word.named) named.add(entry)
    }
    return { steps, named }
  }

  /**
   * Returns the position of the first word in the sorted index that is not before the given word stem (binary search).
   */
  #firstFrom(stem: string): number {
    let [low, high] = [0, this.#words.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#words[middle]?.letters ?? '') < stem) low = middle + 1
      else high = middle
    }
    return low
  }

  /**
   * Returns the score of a step for a search query. The score is 0 if a word of the query is missing, or if all words
   * occur only in the names of the steps above.
   */
  #scoreOf(entry: Entry, hits: readonly Pick<Word, 'steps' | 'named'>[]): number {
    let score = 0
    let own = false
    let inName = 0
    for (const { steps, named } of hits) {
      const weight = steps.get(entry) ?? 0
      if (named.has(entry)) inName += 1
      if (weight > 0) own = true
      else if (named.size === 0 || !this.#above(entry).some((each) => named.has(each))) return 0
      score += weight || WEIGHT.above
    }
    // A name that consists of the searched words comes before a longer one that also contains them. If two steps have
    // equal scores, the step closer to the root comes first.
    return own ? score + (WEIGHT.name * inName) / (2 * entry.nameWords) + 1 / (entry.depth + 1) : 0
  }

  /** Returns the steps above a step of a form, up to the root. */
  #above({ node }: Entry): Entry[] {
    return node.path.slice(0, -1).flatMap((tag) => this.#entries.get(tag.code_tag) ?? [])
  }
}

const WORD_SIGN = /[\p{L}\p{N}]/u

/** Returns the position in a text at which a word begins with the given word stem; -1 if there is none. */
function wordAt(letters: string, stem: string): number {
  for (let at = letters.indexOf(stem); at >= 0; at = letters.indexOf(stem, at + 1)) if (at === 0 || !WORD_SIGN.test(letters.charAt(at - 1))) return at
  return -1
}

function resultOf({ node, passages }: Entry, stems: readonly string[]): SearchResult {
  const hits = passages.flatMap((passage) => {
    const at = stems.map((stem) => wordAt(passage.letters, stem)).find((place) => place >= 0)
    return at === undefined ? [] : [{ id: passage.id, description: excerptOf(passage.text, at) }]
  })
  // If a step was found by its name, the excerpt shows the step's description instead of its name.
  const own = hits.filter(({ id }) => id !== node.tag.code_tag)
  const [name, second] = passages
  const first = second ?? name
  const descriptions = own.length > 0 ? own : first ? [{ id: first.id, description: excerptOf(first.text, 0) }] : hits
  const language = node.path.findIndex((tag) => languageOf(tag) !== undefined)
  return {
    id: node.tag.code_tag,
    code_tag: node.tag.code_tag,
    lang_code: node.path.map(languageOf).find((code) => code !== undefined) ?? null,
    breadcrumb: node.path.slice(language + 1).map((tag) => ({ id: tag.code_tag, description: tag.tag_description })),
    descriptions,
  }
}

/**
 * Returns an excerpt of a step's text for a search result: 250 characters on each side of the match, cut between words
 * (visitor specification, section 9).
 */
function excerptOf(text: string, at: number): string {
  const [from, to] = [at - EXCERPT_SIDE, at + EXCERPT_SIDE]
  const start = from <= 0 ? 0 : text.indexOf(' ', from) + 1
  const end = to >= text.length ? text.length : Math.max(text.lastIndexOf(' ', to), at)
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`
}
