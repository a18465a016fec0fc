import { readTenantHtml } from '@sportello/fields/react'
import { getSchema } from '@tiptap/core'
import { DOMParser, DOMSerializer, type Node, type Schema, type Slice } from '@tiptap/pm/model'
import { extensions } from './extensions.ts'

const schema: Schema = getSchema(extensions)

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g
/** Attributes that the server adds or that the editor shows in another way. */
const IGNORED: ReadonlySet<string> = new Set(['rel'])
/** Elements with the same meaning, by the name that the editor writes. */
const SAME: Readonly<Record<string, string>> = { b: 'strong', i: 'em', del: 's', strike: 's' }

/** Parses HTML as a document of the editor. What the editor cannot represent is lost: ask `isRepresentable` first. */
export function parseRich(html: string): Node {
  return DOMParser.fromSchema(schema).parse(withChips(readTenantHtml(html)))
}

/** Parses pasted HTML as a part of a document of an editor's own schema; only what the editor can represent is kept. */
export function parsePasted(html: string, editorSchema: Schema): Slice {
  return DOMParser.fromSchema(editorSchema).parseSlice(withChips(readTenantHtml(html)))
}

/** Returns a document of the editor as HTML: items of lists without inner paragraphs, variables as `{{ expression }}`; an empty document is an empty text. */
export function serializeRich(document: Node): string {
  const holder = readTenantHtml('')
  holder.append(DOMSerializer.fromSchema(schema).serializeFragment(document.content, { document: holder.ownerDocument }))
  for (const chip of holder.querySelectorAll('[data-variable]')) chip.replaceWith(`{{${chip.getAttribute('data-variable')}}}`)
  unwrapItems(holder)
  return holder.textContent === '' && holder.querySelector('hr') === null ? '' : holder.innerHTML
}

/** Returns whether the editor shows everything that is in this HTML, and writes the same HTML back but for blanks between elements. */
export function isRepresentable(html: string): boolean {
  const before = readTenantHtml(html)
  unwrapItems(before)
  return canonical(before) === canonical(readTenantHtml(serializeRich(parseRich(html))))
}

/** Replaces the placeholders in the texts of an element by elements that the schema reads as variables. */
function withChips(body: HTMLElement): HTMLElement {
  const texts: Text[] = []
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    const parts = text.data.split(PLACEHOLDER)
    if (parts.length === 1) continue
    // `split` with a group returns texts and the group's matches in turn.
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

/** Takes the first paragraph of list items out of its element, as people write items, unless more than a list follows it. */
function unwrapItems(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll('li > p')) {
    const isFirst = paragraph.previousElementSibling === null
    const isFollowedByList = [...(paragraph.parentElement?.children ?? [])].slice(1).every(({ localName }) => localName === 'ul' || localName === 'ol')
    if (isFirst && isFollowedByList && paragraph.attributes.length === 0) paragraph.replaceWith(...paragraph.childNodes)
  }
}

const BLOCKS = 'p,h2,h3,h4,ul,ol,li,blockquote,hr'

/** Returns the elements, attributes and texts of an element as one text, without blanks that no browser shows. */
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
  // A text without a block of its own is shown as one paragraph.
  const isLoose = element.localName === 'body' && joined !== '' && ![...element.children].some((child) => child.matches(BLOCKS))
  return isLoose ? `<p>${joined}</>` : joined
}
