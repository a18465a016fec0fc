import { type CheckedField, listOf, recordOf, textOf } from './checked-form.ts'

/** An HTML text of an information block, and its place in the block's content. */
export interface BlockText {
  html: string
  path: readonly string[]
}

/** For each type of block, the keys in its value that contain HTML. If there are none, the whole value is HTML. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  HTML: [],
  HTML_SUMMARY: [],
  HTML_HEADER: [],
  ALERT: ['text'],
  CONFIRM_MODAL: ['text'],
  TERMS_CONDITIONS: ['html'],
  FURTHER_QUESTIONS: ['text', 'greetings'],
  FOOTER: ['description'],
}

/** Returns all HTML texts of a field. */
export function blockTexts({ type, content }: CheckedField): BlockText[] {
  if (type === 'FAQ') return listOf(content.value).map((each) => ({ html: textOf(recordOf(each).answer), path: ['value'] }))
  const keys = Object.hasOwn(KEYS, type) ? KEYS[type] : undefined
  if (!keys) return []
  if (keys.length === 0) return [{ html: textOf(content.value), path: ['value'] }]
  return keys.map((key) => ({ html: textOf(recordOf(content.value)[key]), path: ['value', key] }))
}
