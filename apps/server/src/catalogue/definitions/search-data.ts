import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { languageOf } from '@sportello/contract'
import { joinParts, type Numbers, smallNumbers, splitParts } from './byte-layout.ts'
import { needsSignIn, type PublishedNodes } from './published-form.ts'
import { passagesOf } from './search-passages.ts'

/** Flags of a step: it can be a search result, and it is open to visitors without a session. */
export const SHOWN = 1
export const OPEN = 2

/** Mark of a posting whose word is in the name of the step. */
export const NAMED = 1

/** Returns the weight in the marks of a posting. */
export const weightOf = (marks: number): number => marks >> 1

/**
 * What the search in a form needs to know of its words and steps. A step's place is its position in the order of the tree. Arrays
 * of numbers need a tenth of the memory of objects: 10,000 steps with 300,000 words need some 3 MB.
 */
export interface SearchData extends SearchNumbers {
  /** The words, in lower case without accents, in ascending order. */
  words: readonly string[]
  /** The codes of the steps, by their places. */
  codes: readonly string[]
}

interface SearchNumbers {
  /** For each word the place of its first posting, then the number of postings times two. */
  offsets: Numbers
  /** The postings: the place of a step that contains the word, and its marks: twice the highest weight, plus `NAMED`. */
  postings: Numbers
  /** The place of the step above each step; 0 for the root too. */
  parents: Numbers
  /** Number of words in the name of each step, at least 1. */
  nameWords: Numbers
  flags: Numbers
}

const WORDS = /[\p{L}\p{N}]+/gu

/** Reads all texts of a form for its search. Takes some 0.5 s for 10,000 steps. */
export function searchDataOf(nodes: PublishedNodes): SearchData {
  const words = new Map<string, Map<number, number>>()
  const codes: string[] = []
  const places = new Map<string, number>()
  const [parents, nameWords, flags]: [number[], number[], number[]] = [[], [], []]
  for (const node of nodes.values()) {
    const { tag, path } = node
    const place = codes.length
    codes.push(tag.code_tag)
    places.set(tag.code_tag, place)
    const passages = passagesOf(tag)
    // Language steps and the root cannot be results.
    const isShown = languageOf(tag) === undefined && path.length > 1
    flags.push((isShown ? SHOWN : 0) | (needsSignIn(node) ? 0 : OPEN))
    parents.push(places.get(path.at(-2)?.code_tag ?? '') ?? 0)
    nameWords.push(Math.max(1, [...(passages[0]?.letters.matchAll(WORDS) ?? [])].length))
    for (const { id, letters, weight } of passages) {
      const named = id === tag.code_tag ? NAMED : 0
      for (const [word] of letters.matchAll(WORDS)) {
        const steps = words.get(word) ?? new Map<number, number>()
        words.set(word, steps)
        const marks = steps.get(place) ?? 0
        steps.set(place, (Math.max(weight, weightOf(marks)) << 1) | named | (marks & NAMED))
      }
    }
  }
  const sorted = [...words].sort(([one], [other]) => (one < other ? -1 : 1))
  const offsets = [0]
  for (const [, steps] of sorted) offsets.push((offsets.at(-1) ?? 0) + 2 * steps.size)
  return {
    words: sorted.map(([word]) => word),
    codes,
    offsets: smallNumbers(offsets),
    postings: smallNumbers(sorted.flatMap(([, steps]) => [...steps].flat())),
    parents: smallNumbers(parents),
    nameWords: smallNumbers(nameWords),
    flags: smallNumbers(flags),
  }
}

/** Converts the data of a search to compressed bytes. */
export function packSearchData({ words, codes, ...numbers }: SearchData): Buffer {
  return zstdCompressSync(joinParts<SearchNumbers>({ words, codes }, numbers))
}

/** Reads what `packSearchData` has written. Takes some 10 ms for 10,000 steps. */
export function unpackSearchData(content: Uint8Array): SearchData {
  const { own, numbers } = splitParts<Pick<SearchData, 'words' | 'codes'>, SearchNumbers>(zstdDecompressSync(content))
  return { ...own, ...numbers }
}

/** Estimated bytes of memory of a short text, besides its characters, and of an array's reference to it. */
const BYTES_PER_TEXT = 24

/** Returns the estimated memory of the data of a search in bytes. */
export function bytesOfSearchData({ words, codes, ...numbers }: SearchData): number {
  const texts = [...words, ...codes].reduce((sum, text) => sum + BYTES_PER_TEXT + text.length, 0)
  return Object.values(numbers).reduce((sum, { byteLength }) => sum + byteLength, texts)
}
