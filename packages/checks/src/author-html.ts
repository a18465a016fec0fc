import { Parser } from 'htmlparser2'
import { remembered } from './remembered.ts'

/** The parts of an author's HTML that the form checks use. */
export interface AuthorHtml {
  /** The text without tags. Blocks are separated by one space or line break. */
  text: string
  /** URLs of the links. */
  links: readonly string[]
  /** For each picture, whether it has an alternative text for people who cannot see it. */
  pictures: readonly { hasText: boolean }[]
}

const BLOCKS = new Set(['p', 'div', 'li', 'br', 'h2', 'h3', 'h4', 'h5', 'h6', 'td', 'th', 'tr', 'blockquote', 'dt', 'dd', 'section', 'caption', 'figcaption'])
/**
 * Extracts these parts from an author's HTML. The results are cached, because a form with 10,000 steps contains
 * thousands of texts.
 */
export const readAuthorHtml = remembered(parse)

function parse(html: string): AuthorHtml {
  let text = ''
  const links: string[] = []
  const pictures: { hasText: boolean }[] = []
  const reader = new Parser({
    onopentag(name, attributes) {
      if (name === 'a' && attributes.href !== undefined) links.push(attributes.href)
      if (name === 'img') pictures.push({ hasText: attributes.alt !== undefined })
      if (BLOCKS.has(name)) text += '\n'
    },
    ontext: (part) => {
      text += part
    },
    onclosetag(name) {
      if (BLOCKS.has(name)) text += '\n'
    },
  })
  reader.end(html)
  return { text: text.trim(), links, pictures }
}
