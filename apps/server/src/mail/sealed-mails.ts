import type { CustomerDb, DeploymentDb } from '../db/with-customer.ts'
import { type CustomerKey, ifReadable, type Sealing, stored } from '../keys/rules.ts'
import type { RenderedMail } from './queries.ts'

const TEXTS = ['subject', 'text_body', 'html_body'] as const

/** Whose texts they are: a copy of a mail belongs to the same request, and is copied as it is sealed. */
interface Owner {
  id: string
  request_id: string | null
}

const placeOf = (customerCode: string, column: (typeof TEXTS)[number], { id, request_id }: Owner) => ({
  customerCode,
  column: `mails.${column}`,
  id: request_id ?? id,
})

/** A mail's texts as they are stored. */
export function sealedMail(key: CustomerKey | null, customerCode: string, owner: Owner, rendered: RenderedMail): RenderedMail {
  return {
    sender: rendered.sender,
    subject: stored(key, placeOf(customerCode, 'subject', owner), rendered.subject),
    text: stored(key, placeOf(customerCode, 'text_body', owner), rendered.text),
    html: stored(key, placeOf(customerCode, 'html_body', owner), rendered.html),
  }
}

type SealedMail = Owner & Partial<Record<(typeof TEXTS)[number], string | null>>

/** A mail with those of its texts that were read, opened. @throws Unreadable. */
export async function openMail<Row extends SealedMail>(sealing: Sealing, db: CustomerDb | DeploymentDb, customerCode: string, row: Row): Promise<Row> {
  const opened = { ...row }
  for (const column of TEXTS) {
    const text = row[column]
    if (text) opened[column] = await sealing.open(db, placeOf(customerCode, column, row), text)
  }
  return opened
}

/** The same for who looks at it: without those that nobody can read any more. */
export async function shownMail<Row extends SealedMail>(sealing: Sealing, db: DeploymentDb, customerCode: string, row: Row): Promise<Row> {
  const shown = await ifReadable(openMail(sealing, db, customerCode, row))
  return shown ?? { ...row, ...Object.fromEntries(TEXTS.filter((column) => column in row).map((column) => [column, null])) }
}
