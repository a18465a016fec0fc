import type { Definition, FormField, Tag } from '@sportello/contract'
import { blocks, isBlockType } from '@sportello/fields'
import sanitizeHtml from 'sanitize-html'

/** The allow-list of HTML elements and attributes that form authors may use. */
const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'hr',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'small',
    'sub',
    'sup',
    'mark',
    'blockquote',
    'q',
    'cite',
    'code',
    'pre',
    'abbr',
    'address',
    'a',
    'span',
    'div',
    'section',
    'figure',
    'figcaption',
    'img',
    'table',
    'caption',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
    'time',
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    abbr: ['title'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    time: ['datetime'],
    '*': ['class', 'lang', 'dir'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
  exclusiveFilter: (frame) => frame.tag === 'img' && !/^data:image\/(?:png|jpeg|webp|gif);base64,/.test(frame.attribs.src ?? ''),
}

/**
 * Cleans HTML that a form author wrote: removes everything that is not in the allow-list, such as scripts, styles,
 * forms and images from other hosts.
 */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, OPTIONS)
}

function cleanField(field: FormField): FormField {
  if (!isBlockType(field.type)) return field
  const block = blocks[field.type] as { mapHtml: (value: unknown, clean: (html: string) => string) => unknown }
  return { ...field, value: block.mapHtml(field.value, cleanHtml) } as FormField
}

function cleanTag<T extends Pick<Tag, 'form_fields' | 'children'>>(tag: T): T {
  return { ...tag, form_fields: tag.form_fields.map(cleanField), children: tag.children.map(cleanTag) }
}

/**
 * Cleans all HTML in a form definition. The server cleans a definition when it is saved and again when it is first loaded
 * (clean-document.ts).
 */
export function cleanDefinition(definition: Definition): Definition {
  return cleanTag(definition)
}
