import type { FormField, Tag } from '@sportello/contract'
import { fold } from '@sportello/fields'

/**
 * A text of a form's step for the search: as written, and in lower case without accents. Both have the same number of
 * characters.
 */
export interface Passage {
  id: string
  text: string
  letters: string
  weight: number
}

/** Weights of matches in the name of a step, its description, an information block, and the names of the steps above. */
export const WEIGHT = { name: 10, description: 4, block: 2, above: 1 } as const

/**
 * Converts a text to lower case without accents. Converts each character to exactly one, so that a position in the
 * result
 * is the same position in the original text.
 */
function lettersOf(text: string): string {
  const whole = fold(text)
  if (whole.length === text.length) return whole
  return Array.from({ length: text.length }, (_, at) => fold(text.charAt(at)).charAt(0) || ' ').join('')
}

/** The texts of the steps that were results of a search, as long as the steps are in memory. */
const known = new WeakMap<Tag, readonly Passage[]>()

/** Returns `passagesOf` a step, which is kept as long as the step is in memory. */
export function keptPassagesOf(tag: Tag): readonly Passage[] {
  const passages = known.get(tag) ?? passagesOf(tag)
  known.set(tag, passages)
  return passages
}

/** Returns the texts of a step that the search reads: its name, its description and its information blocks. */
export function passagesOf(tag: Tag): Passage[] {
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

/** Returns the text in an information block of a form, without HTML markup. */
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

/** Matches inline HTML tags, which do not separate words. All other tags separate words. */
const INLINE = /<\/?(?:a|abbr|b|cite|code|em|i|mark|q|s|small|span|strong|sub|sup|time|u)(?:\s[^>]*)?>/g

/** Returns the text of sanitised HTML. Sanitised HTML contains only few kinds of entities. */
function plain(html: string): string {
  return html
    .replace(INLINE, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name] ?? ' ')
}
