import { createHash } from 'node:crypto'
import type { SendReceipt } from '@sportello/contract'
import type { FastifyRequest } from 'fastify'
import { DatabaseError } from 'pg'
import { withCustomer } from '../db/with-customer.ts'
import { Fault, fault } from '../http/fault.ts'
import { type CustomerKey, ifReadable, keyedHash } from '../keys/rules.ts'
import type { Services } from '../services.ts'
import { refuseSession } from '../sessions/rules.ts'
import { insertRequest, type NewRequest } from './insert-request.ts'
import { findIdempotent } from './queries.ts'
import type { Send } from './read-send.ts'
import { PLACES } from './sealed-answers.ts'
import { newTicket } from './ticket.ts'

const TICKET_TAKEN = 'requests_ticket_key'

/** The answer that a send with the same key and payload has been given; undefined where this is the first. @throws Fault forms0046 for another payload. */
export async function repeatOf(services: Services, request: FastifyRequest, customerCode: string, send: Send): Promise<SendReceipt | undefined> {
  const key = keyOf(request)
  return key === null ? undefined : firstAnswer(services, customerCode, key, send)
}

/**
 * Stores a send once per idempotency key: a repeat with the same payload gets the first answer, one with another payload is refused.
 * The files leave quarantine before the row is written: a crash in between leaves files without a row, never a row without its files.
 * @throws Fault forms0023, forms0024, forms0046, and as `refuseSession`.
 */
export async function sendOnce(
  services: Services,
  request: FastifyRequest,
  send: Send,
  record: { row: NewRequest; receipt: SendReceipt },
): Promise<SendReceipt> {
  const key = keyOf(request)
  const customerCode = record.row.customerCode
  const payloadHash = await keyedPayloadHash(services, customerCode, send)
  const sealedWith = await services.sealing.key(customerCode)
  // Once the statement is on its way and until its outcome is known, the row may exist: then its files must.
  let mayExist = false
  try {
    await Promise.all(send.files.map((file) => services.attachments.keep(customerCode, file)))
    mayExist = true
    const { outcome, receipt } = await insertWithFreshTicket(services, record, key === null ? null : { key, payloadHash }, sealedWith)
    mayExist = outcome === 'stored'
    if (mayExist) return receipt
    // A parallel send with the same key may have been first, and may have reached the limit.
    const first = key === null ? undefined : await firstAnswer(services, customerCode, key, send)
    if (first) return first
    if (outcome === 'over_limit') throw fault('forms0024', [record.row.limit?.requests ?? 0, record.row.limit?.hours ?? 0])
    if (outcome === 'session_used') return await refuseSession(services, customerCode, record.row.sessionHash)
    if (outcome === 'captcha_used') throw fault('forms0030')
    if (outcome === 'captcha_missing') throw fault('forms0013')
    if (outcome === 'identical') throw fault('forms0023')
    if (outcome === 'too_many_mails') throw fault('forms0024', [record.row.mailLimit ?? 0, 24])
    if (outcome === 'key_gone') {
      services.customerKeys.forget(customerCode)
      throw new Fault([{ code: 'forms0002' }], { headers: { 'retry-after': '1' } })
    }
    if (outcome === 'sent_before') throw new Fault([{ code: send.payload.otp_code ? 'forms0027' : 'forms0023', redirect: `/${customerCode}/surveyCompiled` }])
    throw new Fault([{ code: 'forms0046' }], { status: 409, headers: { 'retry-after': '1' } })
  } catch (error) {
    if (wasRolledBack(error)) mayExist = false
    throw error
  } finally {
    if (!mayExist) await services.attachments.discard(customerCode, send.files)
  }
}

/**
 * Whether the database itself said that the statement failed. A connection that broke (08), or that the database ended (57), says
 * nothing of what was committed before.
 */
function wasRolledBack(error: unknown): boolean {
  return error instanceof DatabaseError && !/^(?:08|57)/.test(error.code ?? '')
}

async function insertWithFreshTicket(
  services: Services,
  { row, receipt }: { row: NewRequest; receipt: SendReceipt },
  idempotency: { key: string; payloadHash: Buffer } | null,
  sealedWith: CustomerKey | null,
) {
  for (let attempt = 1; ; attempt++) {
    const ticket = attempt === 1 ? row.ticket : newTicket(row.ticket.slice(0, -8))
    const answer = { ...receipt, ticket, summary_html: receipt.summary_html?.replaceAll(row.ticket, ticket) ?? null }
    const whole = { ...row, ticket, summaryHtml: answer.summary_html, idempotency: idempotency && { ...idempotency, answer } }
    try {
      return { outcome: await insertRequest(services.database.pool, whole, sealedWith), receipt: answer }
    } catch (error) {
      if ((error as { constraint?: string }).constraint !== TICKET_TAKEN || attempt === 5) throw error
    }
  }
}

function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) throw fault('http_malformed', [], 'Idempotency-Key')
  return key
}

/** Of everything that the send says, whatever the order of its parts. The captcha's solution says nothing of the request: another try brings another one. */
function hashOfPayload({ payload: { captcha_resolved: _, ...said }, files }: Send): Buffer {
  const fields = Object.entries(said).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const bytes = files.map((file) => [file.propertyCode, file.name, file.sha256.toString('hex')]).sort()
  return createHash('sha256')
    .update(JSON.stringify([fields, bytes]))
    .digest()
}

/** As it is stored: nobody can try answers against it without the customer's key. */
async function keyedPayloadHash({ customerKeys }: Services, customerCode: string, send: Send): Promise<Buffer> {
  return keyedHash((await customerKeys.current(customerCode)).key, 'idempotent-payload-v1', hashOfPayload(send))
}

async function firstAnswer(services: Services, customerCode: string, key: string, send: Send): Promise<SendReceipt | undefined> {
  const { database, sealing } = services
  const payloadHash = await keyedPayloadHash(services, customerCode, send)
  return withCustomer(database.kysely, customerCode, async (db) => {
    const first = await findIdempotent(db, customerCode, key)
    if (!first) return undefined
    // Rows of earlier versions hold the hash without a key.
    if (![payloadHash, hashOfPayload(send)].some((hash) => first.payload_hash.equals(hash))) throw fault('forms0046')
    const receipt = first.answer as unknown as SendReceipt
    const { summary_html: sealed } = receipt
    const summary_html = sealed && ((await ifReadable(sealing.open(db, PLACES.receipt(customerCode, key), sealed))) ?? null)
    return { ...receipt, summary_html }
  })
}
