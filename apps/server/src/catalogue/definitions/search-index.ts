/// <reference path="./stopword.d.ts" />
import { EXCERPT_SIDE, languageOf, type SearchResult, searchStems, type TagNode } from '@sportello/contract'
import { deu, ell, eng, fra, ita, nld, spa } from 'stopword'
import type { PublishedNodes } from './published-form.ts'
import { NAMED, OPEN, type SearchData, SHOWN, weightOf } from './search-data.ts'
import { keptPassagesOf, type Passage, WEIGHT } from './search-passages.ts'
import { distance, tolerance } from './similar-spelling.ts'

/** The steps, by their places, that contain some words, each with its highest weight, and those whose name contains one. */
interface Hits {
  steps: Map<number, number>
  named: Set<number>
}

type IsShown = (place: number) => boolean

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

/**
 * The search in a published form. Its data (`searchDataOf`) are made once per version. The words are sorted, so that words with
 * the same beginning are next to each other. A search reads only the steps that contain a word of the query.
 */
export class SearchIndex {
  readonly #nodes: PublishedNodes
  readonly #data: SearchData

  constructor(nodes: PublishedNodes, data: SearchData) {
    this.#nodes = nodes
    this.#data = data
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
    const top = below === undefined ? 0 : this.#data.codes.indexOf(below)
    const wanted = signedIn ? SHOWN : SHOWN | OPEN
    const isShown: IsShown = (place) => ((this.#data.flags[place] ?? 0) & wanted) === wanted && (top === 0 || this.#isBelow(place, top))
    const found = this.#matching(stems, isShown)
    if (found.length > 0) return this.#results(found, stems)
    // People also write whole sentences. Their little words find nothing by themselves.
    const telling = stems.filter((stem) => !LITTLE.has(stem)).slice(0, MAX_TELLING)
    const isShort = stems.length <= MAX_CORRECTED
    const near = [...new Set((isShort ? stems : telling).flatMap((stem) => this.#nearest(stem, isShown, stems.length <= MAX_CORRECTED) ?? []))]
    const whole = isShort && near.length === stems.length ? this.#matching(near, isShown) : []
    const shown = whole.length > 0 ? whole : this.#partlyMatching(near, isShown)
    return this.#results(shown, near).map((result) => ({ ...result, near }))
  }

  #results(places: readonly number[], stems: readonly string[]): SearchResult[] {
    return places.flatMap((place) => {
      const node = this.#nodes.get(this.#data.codes[place] ?? '')
      return node ? resultOf(node, keptPassagesOf(node.tag), stems) : []
    })
  }

  /**
   * Returns the shown steps that contain some of the word stems, best match first. A word counts more the fewer steps
   * contain it. A word that many steps contain, and a little word such as "sono", finds nothing by itself.
   */
  #partlyMatching(stems: readonly string[], isShown: IsShown): number[] {
    const total = this.#data.codes.keys().filter(isShown).toArray().length
    const hits = stems.flatMap((stem) => {
      if (LITTLE.has(stem)) return []
      const { steps, named } = this.#stepsWith(stem)
      const shown = [...steps.keys()].filter(isShown).length
      if (shown === 0 || shown > Math.max(MAX_PARTLY, total * COMMON)) return []
      return [{ steps, named, telling: Math.log(1 + total / shown) }]
    })
    const scores = new Map<number, number>()
    for (const place of hits.reduce((all, { steps }) => all.union(steps), new Set<number>())) {
      if (!isShown(place)) continue
      let score = 0
      for (const { steps, named, telling } of hits) {
        const weight = steps.get(place) ?? 0
        if (weight > 0) score += telling * (1 + weight / WEIGHT.name)
        else if (named.size > 0 && this.#above(place).some((each) => named.has(each))) score += telling
      }
      scores.set(place, score)
    }
    const best = Math.max(0, ...scores.values())
    return [...scores]
      .filter(([, score]) => score >= best * NEAR_BEST)
      .sort(([a, one], [b, other]) => other - one || a - b)
      .slice(0, MAX_PARTLY)
      .map(([place]) => place)
  }

  /** Returns the shown steps that match all word stems, best match first. */
  #matching(stems: readonly string[], isShown: IsShown): number[] {
    const hits = stems.map((stem) => this.#stepsWith(stem))
    const found: { place: number; score: number }[] = []
    for (const place of hits.reduce((all, { steps }) => all.union(steps), new Set<number>())) {
      if (!isShown(place)) continue
      const score = this.#scoreOf(place, hits)
      if (score > 0) found.push({ place, score })
    }
    found.sort((a, b) => b.score - a.score || a.place - b.place)
    return found.slice(0, MAX_RESULTS).map(({ place }) => place)
  }

  /**
   * Returns a word stem itself if words of shown steps begin with it, otherwise the stem of the word of a shown step
   * with the most similar spelling; undefined if there is none. Only words with the same first letter are compared,
   * because people rarely mistype it, and because the index is sorted by it.
   * @param corrects false if only the stem itself is wanted
   */
  #nearest(stem: string, isShown: IsShown, corrects: boolean): string | undefined {
    if (this.#stepsWith(stem).steps.keys().some(isShown)) return stem
    if (!corrects) return undefined
    let best: string | undefined
    let least = tolerance(stem.length) + 1
    const first = stem.charAt(0)
    for (let at = this.#firstFrom(first); least > 1 && this.#data.words[at]?.startsWith(first); at++) {
      const letters = this.#data.words[at] ?? ''
      const near = searchStems(letters)[0] ?? letters
      if (Math.abs(near.length - stem.length) >= least) continue
      const apart = distance(stem, near, least)
      if (
        apart >= least ||
        !this.#stepsOf(at, at + 1)
          .steps.keys()
          .some(isShown)
      )
        continue
      best = near
      least = apart
    }
    return best
  }

  /**
   * Returns the steps that contain at least one word with the given beginning. The beginning is the stem of a word in
   * the
   * query.
   */
  #stepsWith(stem: string): Hits {
    const first = this.#firstFrom(stem)
    let end = first
    while (this.#data.words[end]?.startsWith(stem)) end++
    return this.#stepsOf(first, end)
  }

  /** Returns the steps that contain one of the words from `first` to before `end`. */
  #stepsOf(first: number, end: number): Hits {
    const { postings, offsets } = this.#data
    const hits: Hits = { steps: new Map(), named: new Set() }
    for (let at = offsets[first] ?? 0; at < (offsets[end] ?? 0); at += 2) {
      const [place = 0, marks = 0] = postings.subarray(at, at + 2)
      hits.steps.set(place, Math.max(weightOf(marks), hits.steps.get(place) ?? 0))
      if (marks & NAMED) hits.named.add(place)
    }
    return hits
  }

  /**
   * Returns the position of the first word in the sorted index that is not before the given word stem (binary search).
   */
  #firstFrom(stem: string): number {
    let [low, high] = [0, this.#data.words.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#data.words[middle] ?? '') < stem) low = middle + 1
      else high = middle
    }
    return low
  }

  /**
   * Returns the score of a step for a search query. The score is 0 if a word of the query is missing, or if all words
   * occur only in the names of the steps above.
   */
  #scoreOf(place: number, hits: readonly Hits[]): number {
    let score = 0
    let own = false
    let inName = 0
    for (const { steps, named } of hits) {
      const weight = steps.get(place) ?? 0
      if (named.has(place)) inName += 1
      if (weight > 0) own = true
      else if (named.size === 0 || !this.#above(place).some((each) => named.has(each))) return 0
      score += weight || WEIGHT.above
    }
    // A name that consists of the searched words comes before a longer one that also contains them. If two steps have
    // equal scores, the step closer to the root comes first.
    const nameWords = this.#data.nameWords[place] ?? 1
    return own ? score + (WEIGHT.name * inName) / (2 * nameWords) + 1 / (this.#above(place).length + 2) : 0
  }

  /** Returns the places of the steps above a step, from its parent up to the root. */
  #above(place: number): number[] {
    const above: number[] = []
    for (let at = place; at > 0; ) {
      at = this.#data.parents[at] ?? 0
      above.push(at)
    }
    return above
  }

  #isBelow(place: number, top: number): boolean {
    return place === top || this.#above(place).includes(top)
  }
}

const WORD_SIGN = /[\p{L}\p{N}]/u

/** Returns the position in a text at which a word begins with the given word stem; -1 if there is none. */
function wordAt(letters: string, stem: string): number {
  for (let at = letters.indexOf(stem); at >= 0; at = letters.indexOf(stem, at + 1)) if (at === 0 || !WORD_SIGN.test(letters.charAt(at - 1))) return at
  return -1
}

function resultOf(node: TagNode, passages: readonly Passage[], stems: readonly string[]): SearchResult {
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
