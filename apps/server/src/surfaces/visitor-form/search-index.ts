import { EXCERPT_SIDE, type FormField, languageOf, type SearchResult, searchStems, type Tag, type TagNode } from '@sportello/contract'
import { fold } from '@sportello/fields'
import { needsSignIn } from '../../catalogue/definitions/rules.ts'

/** A text of a step: as it is read, and in the letters that it is searched by, sign for sign. */
interface Passage {
  id: string
  text: string
  letters: string
  weight: number
}

interface Entry {
  node: TagNode
  /** The step's own name first. */
  passages: readonly Passage[]
  depth: number
  /** Whether it is ever a result: a language and the form itself are none. */
  isFound: boolean
  needsSignIn: boolean
  /** In the order of the tree. */
  place: number
}

/** Where a word occurs: the steps, each with the weight of its best passage, and the steps that have it in their name. */
interface Word {
  letters: string
  steps: Map<Entry, number>
  named: Set<Entry>
}

const WEIGHT = { name: 10, description: 4, block: 2, above: 1 } as const
const MAX_RESULTS = 500
const WORDS = /[\p{L}\p{N}]+/gu

/**
 * Everything of a published form that can be found, made once a version: an inverted index, whose words are sorted so that those with the same beginning stand
 * together. A search reads the steps that hold a word of the query and no others.
 */
export class SearchIndex {
  readonly #entries = new Map<string, Entry>()
  readonly #words: readonly Word[]

  constructor(nodes: Iterable<TagNode>) {
    const words = new Map<string, Word>()
    for (const node of nodes) {
      const isFound = languageOf(node.tag) === undefined && node.path.length > 1
      const entry = { node, passages: passagesOf(node.tag), depth: node.path.length, isFound, needsSignIn: needsSignIn(node), place: this.#entries.size }
      this.#entries.set(node.tag.code_tag, entry)
      for (const { id, letters, weight } of entry.passages) {
        for (const [text] of letters.matchAll(WORDS)) {
          const word = words.get(text) ?? { letters: text, steps: new Map(), named: new Set() }
          words.set(text, word)
          word.steps.set(entry, Math.max(weight, word.steps.get(entry) ?? 0))
          if (id === node.tag.code_tag) word.named.add(entry)
        }
      }
    }
    this.#words = [...words.values()].sort((a, b) => (a.letters < b.letters ? -1 : 1))
  }

  /**
   * The steps in which every word of the query begins a word, of their own or of the names above them; the best first. Letters count
   * without case and accents, Italian endings not at all.
   * @param below a step; only it and those below it are searched
   */
  search(query: string, { below, signedIn }: { below?: string | undefined; signedIn: boolean }): SearchResult[] {
    const stems = searchStems(query)
    if (stems.length === 0) return []
    const hits = stems.map((stem) => this.#stepsWith(stem))
    const found: { entry: Entry; score: number }[] = []
    for (const entry of hits.reduce((all, { steps }) => all.union(steps), new Set<Entry>())) {
      if (!entry.isFound || (!signedIn && entry.needsSignIn)) continue
      if (below !== undefined && !entry.node.path.some((tag) => tag.code_tag === below)) continue
      const score = this.#scoreOf(entry, hits)
      if (score > 0) found.push({ entry, score })
    }
    found.sort((a, b) => b.score - a.score || a.entry.place - b.entry.place)
    return found.slice(0, MAX_RESULTS).map(({ entry }) => resultOf(entry, stems))
  }

  /** The steps in which a word begins with a stem. */
  #stepsWith(stem: string): Pick<Word, 'steps' | 'named'> {
    const first = this.#firstFrom(stem)
    let end = first
    while (this.#words[end]?.letters.startsWith(stem)) end++
    const [only, ...more] = this.#words.slice(first, end)
    // Mostly one word begins so: its steps are read as they are.
    if (only && more.length === 0) return only
    const steps = new Map(only?.steps)
    const named = new Set(only?.named)
    for (const word of more) {
      for (const [entry, weight] of word.steps) steps.set(entry, Math.max(weight, steps.get(entry) ?? 0))
      for (const entry of word.named) named.add(entry)
    }
    return { steps, named }
  }

  /** The place of the first word that does not come before a stem. */
  #firstFrom(stem: string): number {
    let [low, high] = [0, this.#words.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#words[middle]?.letters ?? '') < stem) low = middle + 1
      else high = middle
    }
    return low
  }

  /** 0 if a word is missing, or if all of them are in names above the step alone. */
  #scoreOf(entry: Entry, hits: readonly Pick<Word, 'steps' | 'named'>[]): number {
    let score = 0
    let own = false
    for (const { steps, named } of hits) {
      const weight = steps.get(entry) ?? 0
      if (weight > 0) own = true
      else if (named.size === 0 || !this.#above(entry).some((each) => named.has(each))) return 0
      score += weight || WEIGHT.above
    }
    // Among equals the one that is nearer to the start.
    return own ? score + 1 / (entry.depth + 1) : 0
  }

  /** The steps above one. */
  #above({ node }: Entry): Entry[] {
    return node.path.slice(0, -1).flatMap((tag) => this.#entries.get(tag.code_tag) ?? [])
  }
}

const WORD_SIGN = /[\p{L}\p{N}]/u

/** Where a word begins with a stem; -1 where none does. */
function wordAt(letters: string, stem: string): number {
  for (let at = letters.indexOf(stem); at >= 0; at = letters.indexOf(stem, at + 1)) if (at === 0 || !WORD_SIGN.test(letters.charAt(at - 1))) return at
  return -1
}

/** Folded sign for sign, so that a place in the one is the same place in the other. */
function lettersOf(text: string): string {
  const whole = fold(text)
  if (whole.length === text.length) return whole
  return Array.from({ length: text.length }, (_, at) => fold(text.charAt(at)).charAt(0) || ' ').join('')
}

function passagesOf(tag: Tag): Passage[] {
  const passage = (id: string, source: string, weight: number): Passage[] => {
    const text = source.normalize('NFC').replace(/\s+/g, ' ').trim()
    return text === '' ? [] : [{ id, text, letters: lettersOf(text), weight }]
  }
  const blocks = tag.form_fields.flatMap((field, at) => (field.hidden ? [] : passage(field.id ?? `${tag.code_tag}-${at}`, textOf(field), WEIGHT.block)))
  return [
    ...passage(tag.code_tag, tag.tag_description, WEIGHT.name),
    ...passage(`${tag.code_tag}-description`, tag.description ?? '', WEIGHT.description),
    ...blocks,
  ]
}

/** What an information block says, without its marks. */
function textOf(field: FormField): string {
  switch (field.type) {
    case 'HTML':
      return plain(field.value)
    case 'ALERT':
      return plain(field.value.text)
    case 'FAQ':
      return field.value.map(({ question, answer }) => `${plain(question)} ${plain(answer)}`).join(' ')
    default:
      return ''
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** Marks within a word or a sentence; all others end one. */
const INLINE = /<\/?(?:a|abbr|b|cite|code|em|i|mark|q|s|small|span|strong|sub|sup|time|u)(?:\s[^>]*)?>/g

/** The text of HTML that has been cleaned, and so knows few entities. */
function plain(html: string): string {
  return html
    .replace(INLINE, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name] ?? ' ')
}

function resultOf({ node, passages }: Entry, stems: readonly string[]): SearchResult {
  const hits = passages.flatMap((passage) => {
    const at = stems.map((stem) => wordAt(passage.letters, stem)).find((place) => place >= 0)
    return at === undefined ? [] : [{ id: passage.id, description: excerptOf(passage.text, at) }]
  })
  // A step found by its name is told by its description, where it has one.
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

/** visitor specification, section 9: 250 characters on either side, cut between words. */
function excerptOf(text: string, at: number): string {
  const [from, to] = [at - EXCERPT_SIDE, at + EXCERPT_SIDE]
  const start = from <= 0 ? 0 : text.indexOf(' ', from) + 1
  const end = to >= text.length ? text.length : Math.max(text.lastIndexOf(' ', to), at)
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`
}
