import { createHash } from 'node:crypto'
import type { SendReceipt } from '@sportello/contract'
import type { FastifyRequest } from 'fastify'
import { DatabaseError } from 'pg'
import { rejectSession } from '../../entrance/sessions/rules.ts'
import { withCustomer } from '../../platform/db/with-customer.ts'
import { ApiError, apiError } from '../../platform/http/api-error.ts'
import { type CustomerKey, ifReadable, keyedHash } from '../../platform/keys/rules.ts'
import { usingSavedDraft } from '../saved-drafts/rules.ts'
import { ENCRYPTION_CONTEXTS } from './encrypted-answers.ts'
import { insertRequest } from './insert-request.ts'
import type { NewRequest } from './new-request.ts'
import { findIdempotent, isIdempotencyKeyKnown } from './queries.ts'
import type { ReceivedSubmission } from './read-submission.ts'
import type { RequestServices } from './services.ts'
import { type InsertOutcome, NotSent } from './store-queue.ts'
import { newTicket } from './ticket.ts'

/** Matches the unique keys of the ticket: that of all partitions, which `store_submission` checks, and that of each one. */
const TICKET_TAKEN = /^requests_(?:\w+_)?ticket_key$/

/**
 * Returns the stored receipt of an earlier submission with the same idempotency key and payload; undefined if there is
 * none.
 * @throws ApiError forms0046 if the earlier submission had another payload.
 */
export async function findStoredReceipt(
  services: RequestServices,
  request: FastifyRequest,
  customerCode: string,
  send: ReceivedSubmission,
): Promise<SendReceipt | undefined> {
  const key = idempotencyKeyOf(request)
  return key === null ? undefined : readStoredReceipt(services, customerCode, key, send)
}

/**
 * Stores a submission only once per idempotency key. If the same payload is sent again, the server returns the stored
 * receipt; it rejects another payload with the same key. The files leave quarantine before the request's row is
 * written.
 * A crash between the two can leave files without a row, but never a row without its files.
 * @returns the receipt; `stored` is false if it is that of an earlier submission
 * @throws ApiError forms0002, forms0013, forms0023, forms0024, forms0027, forms0030, forms0046, and those of
 * `rejectSession`.
 */
export async function storeOnce(
  services: RequestServices,
  request: FastifyRequest,
  send: ReceivedSubmission,
  record: { row: NewRequest; receipt: SendReceipt },
): Promise<{ receipt: SendReceipt; stored: boolean }> {
  const key = idempotencyKeyOf(request)
  const draft = { customerCode: record.row.customerCode, handle: send.payload.saved_draft, submission: key }
  return usingSavedDraft(services, draft, () => store(services, key, send, record))
}

async function store(
  services: RequestServices,
  key: string | null,
  send: ReceivedSubmission,
  record: { row: NewRequest; receipt: SendReceipt },
): Promise<{ receipt: SendReceipt; stored: boolean }> {
  const customerCode = record.row.customerCode
  const payloadHash = await keyedPayloadHash(services, customerCode, send)
  const encryptionKey = await services.encryption.key(customerCode)
  const storedBefore = () => (key === null ? undefined : readStoredReceipt(services, customerCode, key, send))
  // True from the time when the INSERT is sent until its result is known. During this time the request's row may exist,
  // so its files must not be removed.
  let mayExist = false
  let result: Awaited<ReturnType<typeof insertWithFreshTicket>>
  try {
    await Promise.all(send.files.map((file) => services.attachments.keep(customerCode, file)))
    mayExist = true
    result = await insertWithFreshTicket(services, record, key === null ? null : { key, payloadHash }, encryptionKey)
    mayExist = result.outcome === 'stored'
  } catch (error) {
    if (wasRolledBack(error)) mayExist = false
    // A repeated submission gets its receipt even if the store of files is unavailable now. If the database is too slow, a
    // query would only make the visitor wait for more than five seconds.
    const first = mayExist || error instanceof NotSent ? undefined : await Promise.resolve(storedBefore()).catch(() => undefined)
    if (first) return { receipt: first, stored: false }
    throw error
  } finally {
    if (!mayExist) await services.attachments.discard(customerCode, send.files)
  }
  if (mayExist) return { receipt: result.receipt, stored: true }
  // An earlier submission with the same idempotency key may be stored. If it was the last request that the limit allows,
  // this submission looks like one too many. It must get the other submission's receipt instead of an error.
  const first = await storedBefore()
  if (first) return { receipt: first, stored: false }
  return await reject(services, result.outcome, send, record.row)
}

/** Rejects a submission that failed a check of the database. @throws ApiError */
async function reject(services: RequestServices, outcome: InsertOutcome, send: ReceivedSubmission, row: NewRequest): Promise<never> {
  if (outcome === 'over_limit') throw apiError('forms0024', [row.limit?.requests ?? 0, row.limit?.hours ?? 0])
  if (outcome === 'session_used') return rejectSession(services, row.customerCode, row.sessionHash)
  if (outcome === 'captcha_used') throw apiError('forms0030')
  if (outcome === 'captcha_missing') throw apiError('forms0013')
  if (outcome === 'identical') throw apiError('forms0023')
  if (outcome === 'too_many_mails') throw apiError('forms0024', [row.mailLimit ?? 0, 24])
  if (outcome === 'key_gone') {
    services.customerKeys.forget(row.customerCode)
    throw new ApiError([{ code: 'forms0002' }], { headers: { 'retry-after': '1' } })
  }
  if (outcome === 'sent_before')
    throw new ApiError([{ code: send.payload.otp_code ? 'forms0027' : 'forms0023', redirect: `/${row.customerCode}/surveyCompiled` }])
  throw new ApiError([{ code: 'forms0046' }], { status: 409, headers: { 'retry-after': '1' } })
}

/**
 * Returns true if a database error proves that nothing was committed. If the connection broke (SQLSTATE class 08) or
 * was terminated (57), the result is unknown.
 */
export function wasRolledBack(error: unknown): boolean {
  return error instanceof NotSent || (error instanceof DatabaseError && !/^(?:08|57)/.test(error.code ?? ''))
}

/**
 * Inserts the request. If its random ticket code already exists, retries with a new code, up to five attempts in total.
 */
async function insertWithFreshTicket(
  services: RequestServices,
  { row, receipt }: { row: NewRequest; receipt: SendReceipt },
  idempotency: { key: string; payloadHash: Buffer } | null,
  encryptionKey: CustomerKey | null,
) {
  for (let attempt = 1; ; attempt++) {
    const ticket = attempt === 1 ? row.ticket : newTicket(row.ticket.slice(0, -8))
    const answer = { ...receipt, ticket, summary_html: receipt.summary_html?.replaceAll(row.ticket, ticket) ?? null }
    const whole = { ...row, ticket, summaryHtml: answer.summary_html, idempotency: idempotency && { ...idempotency, answer } }
    try {
      return { outcome: await insertRequest(services.storeQueue, whole, encryptionKey), receipt: answer }
    } catch (error) {
      if (!TICKET_TAKEN.test(String((error as { constraint?: string }).constraint)) || attempt === 5) throw error
    }
  }
}

/** Returns the `Idempotency-Key` header of a submission; null if there is none. @throws ApiError http_malformed. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) throw apiError('http_malformed', [], 'Idempotency-Key')
  return key
}

/**
 * Returns a hash of a submission's fields and files in a fixed order. The hash does not cover the captcha solution,
 * because each retry has a new solution, and the saved draft, which is not part of the request.
 */
function hashOfPayload({ payload: { captcha_resolved: _, saved_draft: _draft, ...said }, files }: ReceivedSubmission): Buffer {
  const fields = Object.entries(said).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const bytes = files.map((file) => [file.propertyCode, file.name, file.sha256.toString('hex')]).sort()
  return createHash('sha256')
    .update(JSON.stringify([fields, bytes]))
    .digest()
}

/**
 * Returns the hash of a submission's payload for the database. The hash is keyed with the customer's key. Without the
 * key,
 * somebody with a copy of the table could guess answers and compare their hashes.
 */
async function keyedPayloadHash({ customerKeys }: RequestServices, customerCode: string, send: ReceivedSubmission): Promise<Buffer> {
  return keyedHash((await customerKeys.current(customerCode)).key, 'idempotent-payload-v1', hashOfPayload(send))
}

async function readStoredReceipt(services: RequestServices, customerCode: string, key: string, send: ReceivedSubmission): Promise<SendReceipt | undefined> {
  const { database, encryption } = services
  if (!(await isIdempotencyKeyKnown(database.pool, customerCode, key))) return undefined
  const payloadHash = await keyedPayloadHash(services, customerCode, send)
  return withCustomer(database.kysely, customerCode, async (db) => {
    const first = await findIdempotent(db, customerCode, key)
    if (!first) return undefined
    // Also compares the unkeyed hash of the payload, which earlier releases stored.
    if (![payloadHash, hashOfPayload(send)].some((hash) => first.payload_hash.equals(hash))) throw apiError('forms0046')
    const receipt = first.answer as unknown as SendReceipt
    const { summary_html: sealed } = receipt
    const summary_html = sealed && ((await ifReadable(encryption.open(db, ENCRYPTION_CONTEXTS.receipt(customerCode, key), sealed))) ?? null)
    return { ...receipt, summary_html }
  })
}
