import { Parser } from 'htmlparser2'
import { remembered } from './remembered.ts'

/** The parts of an author's HTML that the checks read. */
export interface AuthorHtml {
  /** The text that people read, with one blank or line break between blocks. */
  text: string
  /** The targets of the links. */
  links: readonly string[]
  /** Whether each picture has a text for people who do not see it. */
  pictures: readonly { hasText: boolean }[]
}

const BLOCKS = new Set(['p', 'div', 'li', 'br', 'h2', 'h3', 'h4', 'h5', 'h6', 'td', 'th', 'tr', 'blockquote', 'dt', 'dd', 'section', 'caption', 'figcaption'])
/** Reads an author's HTML. A form of 10,000 steps has some thousands of texts. */
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
