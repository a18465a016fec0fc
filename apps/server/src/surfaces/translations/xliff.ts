import { inlineParts } from '@sportello/editing'
import { readXml, XmlRejected } from '@sportello/importers'
import { type ExchangeText, FileRejected, type IncomingText, type Languages } from './exchange-text.ts'
import { NOT_IN_XML } from './xml-characters.ts'

/** Namespace of XLIFF 2.0 and 2.1 (OASIS Standard XLIFF 2.1, section 4). */
const XLIFF = 'urn:oasis:names:tc:xliff:document:2.0'

/** Elements of HTML without an end tag. */
const VOID = /^<(?:br|hr|img|input|wbr)\b|\/>$/i

/**
 * Writes texts as an XLIFF 2.1 document. Tags and variables are inline codes, which a translator can move but not change.
 * @param original code of the form definition
 */
export function writeXliff(texts: readonly ExchangeText[], original: string, { source, target }: Languages): string {
  const units = texts.map((text, at) => unitOf(text, `u${at + 1}`)).join('\n')
  const root = { xmlns: XLIFF, version: '2.1', srcLang: source, trgLang: target, 'xml:space': 'preserve' }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('xliff', root, element('file', { id: 'f1', original }, `\n${units}\n`))}\n`
}

function unitOf({ name, place, source, target, state, earlier, isHtml }: ExchangeText, id: string): string {
  const note = (category: string, text: string) => element('note', { category }, escaped(text.replaceAll(NOT_IN_XML, '')))
  const notes = note('location', place) + (earlier === undefined ? '' : note('earlier-source', earlier))
  const codes = new Codes()
  const from = element('source', {}, inline(source, isHtml, codes))
  codes.reuse()
  const to = target === '' || state === 'untranslated' ? '' : element('target', {}, inline(target, isHtml, codes))
  const data = [...codes.data].map(([key, code]) => element('data', { id: key }, withCodePoints(code))).join('')
  const segment = element('segment', { state: state === 'translated' ? 'translated' : 'initial' }, from + to)
  return element('unit', { id, name }, element('notes', {}, notes) + (data === '' ? '' : element('originalData', {}, data)) + segment)
}

function element(name: string, attributes: Readonly<Record<string, string>>, content: string): string {
  const written = Object.entries(attributes).map(
    ([key, value]) =>
      ` ${key}="${escaped(value.replaceAll(NOT_IN_XML, ''))
        .replaceAll('"', '&quot;')
        .replaceAll(/[\t\n]/g, ' ')}"`,
  )
  return `<${name}${written.join('')}${content === '' ? '/>' : `>${content}</${name}>`}`
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The inline codes of a unit. Equal codes of source and target have the same id (XLIFF 2.1, section 4.7.2.4). */
class Codes {
  readonly data = new Map<string, string>()
  /** Keys of the data, by the code. */
  readonly #keys = new Map<string, string>()
  readonly #ids = new Map<string, string[]>()
  #free = new Map<string, string[]>()
  #count = 0

  /** Returns the key of a code in the unit's `originalData`. */
  keyOf(code: string): string {
    const known = this.#keys.get(code)
    if (known !== undefined) return known
    const key = `d${this.data.size + 1}`
    this.data.set(key, code)
    this.#keys.set(code, key)
    return key
  }

  /** Returns the id of the next use of a code. */
  idOf(code: string): string {
    const free = this.#free.get(code)?.shift()
    if (free !== undefined) return free
    this.#count += 1
    const id = String(this.#count)
    this.#ids.set(code, [...(this.#ids.get(code) ?? []), id])
    return id
  }

  /** Makes the ids of the source available for the codes of the target. */
  reuse(): void {
    this.#free = new Map([...this.#ids].map(([code, ids]) => [code, [...ids]]))
  }
}

function inline(text: string, isHtml: boolean, codes: Codes): string {
  const parts = inlineParts(text, isHtml)
  const ends = matchingEnds(parts.map(({ kind, text: part }) => (kind === 'code' ? part : '')))
  const closing = new Set(ends.values())
  const fixed = { canCopy: 'no', canDelete: 'no' }
  return parts
    .map(({ kind, text: part }, at) => {
      if (kind === 'words') return withCodePoints(isHtml ? decoded(part) : part)
      if (closing.has(at)) return '</pc>'
      const end = parts[ends.get(at) ?? -1]?.text
      if (end === undefined) return element('ph', { id: codes.idOf(part), ...fixed, dataRef: codes.keyOf(part), disp: part }, '')
      const pair = element('pc', { id: codes.idOf(`${part}…${end}`), ...fixed, dataRefStart: codes.keyOf(part), dataRefEnd: codes.keyOf(end) }, '')
      return `${pair.slice(0, -2)}>`
    })
    .join('')
}

/** Maps the index of each start tag that has a matching, properly nested end tag to the index of the end tag. */
function matchingEnds(codes: readonly string[]): Map<number, number> {
  const ends = new Map<number, number>()
  const open: { name: string; at: number }[] = []
  for (const [at, code] of codes.entries()) {
    const [, slash, name] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(code) ?? []
    if (name === undefined || VOID.test(code)) continue
    if (slash === '') open.push({ name, at })
    else if (open.at(-1)?.name === name) ends.set(open.pop()?.at ?? 0, at)
    // A tag without its counterpart ends all pairs around it, so that pairs never overlap.
    else open.length = 0
  }
  return ends
}

/** Escapes words for an element; characters that XML does not allow become elements `cp`. */
function withCodePoints(text: string): string {
  let from = 0
  let written = ''
  for (const { 0: character, index } of text.matchAll(NOT_IN_XML)) {
    const hex = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    written += `${escaped(text.slice(from, index))}<cp hex="${hex}"/>`
    from = index + character.length
  }
  return written + escaped(text.slice(from))
}

/** An element of a document that was read, and the words and elements in it. */
interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: (XmlElement | string)[]
}

/**
 * Reads the translations in an XLIFF 2.0 or 2.1 document. Units without a translation are left out.
 * @throws FileRejected
 */
export function readXliff(xml: string, languages: Languages): IncomingText[] {
  const root = parsed(xml)
  const namespaces = Object.entries(root.attributes).filter(([key]) => key === 'xmlns' || key.startsWith('xmlns:'))
  if (root.name !== 'xliff' || !namespaces.some(([, value]) => value === XLIFF)) throw new FileRejected('not_xliff')
  const [source, target] = ['srcLang', 'trgLang'].map((name) => root.attributes[name]?.split('-')[0]?.toLowerCase())
  if (source !== languages.source || target !== languages.target) throw new FileRejected('other_languages', `${source} → ${target}`)
  return below(root, 'unit').flatMap((unit) => incomingOf(unit) ?? [])
}

/** Parses a document. @returns its root element */
function parsed(xml: string): XmlElement {
  const document: XmlElement = { name: '', attributes: {}, children: [] }
  const open = [document]
  try {
    readXml(xml.replace(/^\ufeff/, ''), {
      open(name, attributes) {
        const element = { name, attributes, children: [] }
        open.at(-1)?.children.push(element)
        open.push(element)
      },
      close: () => void open.pop(),
      text: (words) => void open.at(-1)?.children.push(words),
    })
  } catch (error) {
    throw error instanceof XmlRejected ? new FileRejected('not_xliff', error.message) : error
  }
  const [root] = childrenOf(document)
  if (!root || open.length > 1) throw new FileRejected('not_xliff')
  return root
}

/** Returns all elements with a name below an element, in order. */
function below(element: XmlElement, name: string): XmlElement[] {
  return childrenOf(element).flatMap((child) => (child.name === name ? [child] : below(child, name)))
}

/** Reads a unit. A translator's program may have split it into several segments. */
function incomingOf(unit: XmlElement): IncomingText | undefined {
  const { name = '' } = unit.attributes
  const data = new Map(below(unit, 'data').map((each) => [each.attributes.id ?? '', wordsOf(each)]))
  const parts = childrenOf(unit).filter((each) => each.name === 'segment' || each.name === 'ignorable')
  const texts = (kind: 'source' | 'target') => parts.map((part) => childrenOf(part).find((each) => each.name === kind))
  const [sources, targets] = [texts('source'), texts('target')]
  if (name === '' || !targets.some((each) => each !== undefined)) return undefined
  const joined = (elements: readonly (XmlElement | undefined)[]) => elements.map((each) => (each ? inlineText(each, data) : '')).join('')
  return {
    name,
    isDone: parts.every((part) => part.name === 'ignorable' || (part.attributes.state ?? 'initial') !== 'initial'),
    source: joined(sources),
    // The white space between two segments may have no target of its own.
    target: joined(targets.map((each, at) => each ?? (parts[at]?.name === 'ignorable' ? sources[at] : undefined))),
  }
}

/**
 * Marks words of a file, so that the characters in them are not mistaken for the characters of a tag. Words and codes
 * alternate; `fromFile` takes the marks away.
 */
const CODE_START = '\ue000'
const CODE_END = '\ue001'

function inlineText({ children }: XmlElement, data: ReadonlyMap<string, string>): string {
  const code = (key = ''): string => `${CODE_START}${data.get(key) ?? '\ufffd'}${CODE_END}`
  return children
    .map((child): string => {
      if (typeof child === 'string') return child.replaceAll(/[\ue000\ue001]/g, '')
      const { name, attributes } = child
      if (name === 'cp') return codePoint(child)
      if (name === 'pc') return code(attributes.dataRefStart) + inlineText(child, data) + code(attributes.dataRefEnd)
      if (name === 'mrk') return inlineText(child, data)
      return ['ph', 'sc', 'ec'].includes(name) ? code(attributes.dataRef) : ''
    })
    .join('')
}

function codePoint({ attributes: { hex = '' } }: XmlElement): string {
  const point = Number.parseInt(hex, 16)
  return Number.isInteger(point) && point <= 0xff_ff ? String.fromCharCode(point) : ''
}

/**
 * Returns a text of a file as the form stores it: words with escaped characters if the text is HTML, codes as they are.
 */
export function fromFile(text: string, isHtml: boolean): string {
  return text
    .split(/(\ue000.*?\ue001)/s)
    .map((part) => (part.startsWith(CODE_START) ? part.slice(1, -1) : isHtml ? encoded(part) : part))
    .join('')
}

const wordsOf = ({ children }: XmlElement): string => children.map((child) => (typeof child === 'string' ? child : codePoint(child))).join('')

const childrenOf = ({ children }: XmlElement): XmlElement[] => children.filter((child) => typeof child !== 'string')

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&nbsp;': '\u00a0', '&amp;': '&' }
const decoded = (html: string): string => html.replaceAll(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? entity)
const encoded = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;')
