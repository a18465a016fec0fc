import { type CheckedField, listOf, recordOf, textOf } from './checked-form.ts'

/** A text of a block, with its place in the block's content. */
export interface BlockText {
  html: string
  path: readonly string[]
}

/** The keys with HTML in the value of each block; the whole value if there are none. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  HTML: [],
  HTML_SUMMARY: [],
  HTML_HEADER: [],
  ALERT: ['text'],
  CONFIRM_MODAL: ['text'],
  TERMS_CONDITIONS: ['html'],
  FURTHER_QUESTIONS: ['text', 'greetings'],
}

/** Returns the texts with HTML of a field. */
export function blockTexts({ type, content }: CheckedField): BlockText[] {
  if (type === 'FAQ') return listOf(content.value).map((each) => ({ html: textOf(recordOf(each).answer), path: ['value'] }))
  const keys = KEYS[type]
  if (!keys) return []
  if (keys.length === 0) return [{ html: textOf(content.value), path: ['value'] }]
  return keys.map((key) => ({ html: textOf(recordOf(content.value)[key]), path: ['value', key] }))
}
