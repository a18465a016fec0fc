import type { SavedFile } from '@sportello/contract'
import { type CustomerKey, openWith, stored } from '../../platform/keys/rules.ts'

/** The encrypted content of a saved draft. */
export interface SavedContent {
  code_tag: string
  /** Values of the form's controls, keyed by property code. */
  shown: Record<string, unknown>
  files: SavedFile[]
}

const placeOf = (customerCode: string, id: string) => ({ customerCode, column: 'saved_drafts.content', id })

/** Encrypts the content of a saved draft. @param key the key from `contentKey` */
export function sealContent(key: CustomerKey, customerCode: string, id: string, content: SavedContent): string {
  return stored(key, placeOf(customerCode, id), JSON.stringify(content))
}

/** Decrypts the content of a saved draft. @returns undefined if the key is another one */
export function openContent(key: CustomerKey, customerCode: string, id: string, sealed: string): SavedContent | undefined {
  const text = openWith(key.key, placeOf(customerCode, id), sealed)
  return text === undefined ? undefined : (JSON.parse(text) as SavedContent)
}

/** Where the recipient and the link of a mail that is not sent yet are encrypted. */
export const mailPlace = (column: 'recipient' | 'link') => (customerCode: string, id: string) => ({
  customerCode,
  column: `saved_draft_mails.${column}`,
  id,
})
