import { readTenantHtml } from '@sportello/fields/react'
import { getSchema } from '@tiptap/core'
import { DOMParser, DOMSerializer, type Node, type Schema, type Slice } from '@tiptap/pm/model'
import { extensions } from './extensions.ts'

const schema: Schema = getSchema(extensions)

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g
/**
 * HTML attributes that the comparison ignores. Either the server adds them, or the rich-text editor represents them
 * differently.
 */
const IGNORED: ReadonlySet<string> = new Set(['rel'])
/** Maps HTML elements to the equivalent element that the rich-text editor writes. */
const SAME: Readonly<Record<string, string>> = { b: 'strong', i: 'em', del: 's', strike: 's' }

/**
 * Parses HTML into a document of the rich-text editor. Content that the editor does not support is lost, so callers
 * check `isRepresentable` first.
 */
export function parseRich(html: string): Node {
  return DOMParser.fromSchema(schema).parse(withChips(readTenantHtml(html)))
}

/**
 * Parses pasted HTML into a part of a rich-text document. Content that the editor's schema does not support is dropped.
 */
export function parsePasted(html: string, editorSchema: Schema): Slice {
  return DOMParser.fromSchema(editorSchema).parseSlice(withChips(readTenantHtml(html)))
}

/**
 * Converts a rich-text document to HTML. List items contain no paragraphs, and variables are written as `{{ expression
 * }}`. An empty document becomes an empty text.
 */
export function serializeRich(document: Node): string {
  const holder = readTenantHtml('')
  holder.append(DOMSerializer.fromSchema(schema).serializeFragment(document.content, { document: holder.ownerDocument }))
  for (const chip of holder.querySelectorAll('[data-variable]')) chip.replaceWith(`{{${chip.getAttribute('data-variable')}}}`)
  unwrapItems(holder)
  return holder.textContent === '' && holder.querySelector('hr') === null ? '' : holder.innerHTML
}

/**
 * Returns true if the rich-text editor can show the whole HTML and write it back unchanged. White space between
 * elements
 * may change.
 */
export function isRepresentable(html: string): boolean {
  const before = readTenantHtml(html)
  unwrapItems(before)
  return canonical(before) === canonical(readTenantHtml(serializeRich(parseRich(html))))
}

/**
 * Replaces each `{{ expression }}` placeholder in an element's texts by an element. The rich-text schema parses this
 * element
 * as a variable.
 */
function withChips(body: HTMLElement): HTMLElement {
  const texts: Text[] = []
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    const parts = text.data.split(PLACEHOLDER)
    if (parts.length === 1) continue
    // `split` with a capturing group returns text, match, text, match and so on. Every second part is therefore a
    // variable.
    text.replaceWith(...parts.map((part, place) => (place % 2 === 0 ? part : chipOf(body.ownerDocument, part))))
  }
  return body
}

function chipOf(document: Document, expression: string): HTMLElement {
  const chip = document.createElement('span')
  chip.setAttribute('data-variable', expression)
  chip.textContent = expression
  return chip
}

/**
 * Removes the paragraph element around the first paragraph of a list item. Keeps it if that paragraph is followed by
 * anything other than a list.
 */
function unwrapItems(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll('li > p')) {
    const isFirst = paragraph.previousElementSibling === null
    const isFollowedByList = [...(paragraph.parentElement?.children ?? [])].slice(1).every(({ localName }) => localName === 'ul' || localName === 'ol')
    if (isFirst && isFollowedByList && paragraph.attributes.length === 0) paragraph.replaceWith(...paragraph.childNodes)
  }
}

const BLOCKS = 'p,h2,h3,h4,ul,ol,li,blockquote,hr'

/**
 * Converts an HTML element to one text for comparison. The text contains the elements, attributes and texts, but not
 * the white space that browsers do not display.
 */
function canonical(element: Element): string {
  const parts = [...element.childNodes].map((node) => {
    if (node instanceof Element || (node as Element).localName !== undefined) {
      const child = node as Element
      const name = SAME[child.localName] ?? child.localName
      const attributes = [...child.attributes].filter((each) => !IGNORED.has(each.name)).map((each) => `${each.name}=${each.value}`)
      return `<${[name, ...attributes.toSorted()].join(' ')}>${canonical(child)}</>`
    }
    const text = (node.textContent ?? '').replaceAll(/\s+/g, ' ')
    const isBesideBlock = [node.previousSibling, node.nextSibling].some((each) => (each as Element | null)?.matches?.(BLOCKS))
    return isBesideBlock && text.trim() === '' ? '' : text
  })
  const joined = parts.join('').trim()
  // Text outside block elements is shown as a paragraph.
  const isLoose = element.localName === 'body' && joined !== '' && ![...element.children].some((child) => child.matches(BLOCKS))
  return isLoose ? `<p>${joined}</>` : joined
}
