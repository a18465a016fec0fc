import { Readable } from 'node:stream'
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '@sportello/contract'
import { fill, phrases } from '@sportello/phrases'
import { withOwn } from '@sportello/phrases/own-words'
import { sql } from 'kysely'
import { type Customer, formTitleOf, lookOf, ownWordsOf, printedBrandOf, timeZoneOf } from '../../catalogue/customers/rules.ts'
import type { CustomerDb } from '../../platform/db/with-customer.ts'
import type { FileAnswer } from '../../platform/http/file-route.ts'
import { RECEIPT_DAYS, readableRequest, requestContent } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { printReceipt } from './print-receipt.ts'
import type { PrintedReceipt } from './receipt-pdf.ts'

/** The rate limit counts a receipt as this many calls, because it costs about as much CPU time. */
export const CALLS_PER_RECEIPT = 10

/** Reads what the receipt of a request contains. @throws Unreadable. */
export async function readReceipt(services: RequestServices, db: CustomerDb, customer: Customer, row: Submitted) {
  const { sections } = readableRequest(customer, row, await requestContent(services.encryption, db, customer, row))
  return { receipt: receiptOf(customer, row, sections, await logoOf(db, customer)), ticket: row.ticket }
}

/** Prints a receipt. */
export async function printedReceipt({ receipt, ticket }: { receipt: PrintedReceipt; ticket: string }): Promise<FileAnswer> {
  const content = await printReceipt(receipt)
  return { name: `${ticket}.pdf`, mediaType: 'application/pdf', content: Readable.from([content]), size: content.length }
}

/** Finds a request for its receipt. */
export function findSubmitted(db: CustomerDb, customerCode: string, column: 'ticket' | 'id', value: string) {
  return db
    .selectFrom('requests')
    .select([
      'customer_code',
      'id',
      'ticket',
      'otp',
      'opens_ticket',
      'email',
      'state',
      'created_at',
      'expires_at',
      'definition_code_tag',
      'definition_version',
      'code_tag',
      'lang_code',
    ])
    .select(sql<boolean>`created_at <= now() - make_interval(days => ${RECEIPT_DAYS})`.as('late'))
    .where('customer_code', '=', customerCode)
    .where(column, '=', value)
    .executeTakeFirst()
}

type Submitted = NonNullable<Awaited<ReturnType<typeof findSubmitted>>>

/** Picture formats that pdfkit can show. */
const PRINTABLE: ReadonlySet<string> = new Set(['image/png', 'image/jpeg'])

/** Returns the customer's first logo that a PDF can show; null if there is none. */
async function logoOf(db: CustomerDb, customer: Customer): Promise<PrintedReceipt['logo']> {
  for (const { src, alt } of lookOf(customer).logos) {
    const [, hash, name] = /^\/assets\/customer\/([^/]+)\/([^/]+)$/.exec(src) ?? []
    if (hash === undefined || name === undefined) continue
    const asset = await db
      .selectFrom('assets')
      .select(['content', 'media_type'])
      .where('content_hash', '=', hash)
      .where('name', '=', decodeURIComponent(name))
      .executeTakeFirst()
    if (asset && PRINTABLE.has(asset.media_type)) return { content: asset.content, alt }
  }
  return null
}

function receiptOf(customer: Customer, row: Submitted, sections: PrintedReceipt['sections'], logo: PrintedReceipt['logo']): PrintedReceipt {
  const language: Language = isLanguage(row.lang_code) ? row.lang_code : DEFAULT_LANGUAGE
  const words = withOwn(phrases[language].visitor, language, ownWordsOf(customer))
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: timeZoneOf(customer) })
  const deadline = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', timeZone: timeZoneOf(customer) })
  const isAwaiting = row.state === 'awaiting_confirmation' && row.expires_at !== null
  const title = formTitleOf(customer)
  const createdAt = new Date()
  return {
    language,
    title: words.ricevuta,
    customer: title,
    logo,
    color: printedBrandOf(customer),
    facts: [
      ...(row.opens_ticket ? [{ label: words.numero_ticket, text: row.ticket }] : []),
      ...(row.otp === null ? [] : [{ label: words.codice_otp, text: row.otp }]),
      { label: words.inviata_il, text: moment.format(row.created_at) },
      ...(isAwaiting && row.expires_at ? [{ label: words.fase_conferma, text: fill(words.entro, [deadline.format(row.expires_at)]) }] : []),
    ],
    note: row.opens_ticket ? words.conserva_codice : '',
    sections: sections.map(({ title: step, rows }) => ({ title: step, rows: rows.map(({ label, text }) => ({ label, text: text || words.risposta_vuota })) })),
    footer: `${title} · ${fill(words.creata_il, [moment.format(createdAt)])}`,
    pageOf: words.pagina_di,
    createdAt,
  }
}
