import type { CustomerDb, DeploymentDb } from '../../platform/db/with-customer.ts'
import { type CustomerKey, type Encryption, ifReadable, stored } from '../../platform/keys/rules.ts'
import type { RenderedMail } from './queries.ts'

const TEXTS = ['subject', 'text_body', 'html_body'] as const

/**
 * The ids that are needed to decrypt a mail's texts: the customer and the request. The mail's own id is not included,
 * so
 * that a copy of the mail can reuse the encrypted texts.
 */
interface Owner {
  id: string
  request_id: string | null
}

const placeOf = (customerCode: string, column: (typeof TEXTS)[number], { id, request_id }: Owner) => ({
  customerCode,
  column: `mails.${column}`,
  id: request_id ?? id,
})

/** Encrypts the texts of a mail for storage. */
export function encryptedMail(key: CustomerKey | null, customerCode: string, owner: Owner, rendered: RenderedMail): RenderedMail {
  return {
    sender: rendered.sender,
    subject: stored(key, placeOf(customerCode, 'subject', owner), rendered.subject),
    text: stored(key, placeOf(customerCode, 'text_body', owner), rendered.text),
    html: stored(key, placeOf(customerCode, 'html_body', owner), rendered.html),
  }
}

type SealedMail = Owner & Partial<Record<(typeof TEXTS)[number], string | null>>

/** Decrypts the texts of a mail that the row contains. @throws Unreadable. */
export async function decryptMail<Row extends SealedMail>(encryption: Encryption, db: CustomerDb | DeploymentDb, customerCode: string, row: Row): Promise<Row> {
  const opened = { ...row }
  for (const column of TEXTS) {
    const text = row[column]
    if (text) opened[column] = await encryption.open(db, placeOf(customerCode, column, row), text)
  }
  return opened
}

/**
 * Decrypts the texts of a mail that the row contains, for display. A text that can no longer be decrypted becomes null.
 */
export async function shownMail<Row extends SealedMail>(encryption: Encryption, db: DeploymentDb, customerCode: string, row: Row): Promise<Row> {
  const shown = await ifReadable(decryptMail(encryption, db, customerCode, row))
  return shown ?? { ...row, ...Object.fromEntries(TEXTS.filter((column) => column in row).map((column) => [column, null])) }
}
