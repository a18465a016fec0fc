import { randomUUIDv7 } from 'node:crypto'
import { canonicalEmail, numberSetting, type SavedDraft } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { languageOfPath, type PublishedDefinition } from '../../catalogue/definitions/rules.ts'
import { spendSolution } from '../../entrance/captcha/queries.ts'
import { captchaToll } from '../../entrance/captcha/rules.ts'
import { type CustomerDb, withCustomer } from '../../platform/db/with-customer.ts'
import { ApiError, apiError } from '../../platform/http/api-error.ts'
import { languageFor } from '../../platform/http/request-language.ts'
import { route } from '../../platform/http/route.ts'
import { lockKey } from '../../platform/keys/queries.ts'
import { type CustomerKey, keyedHash, stored } from '../../platform/keys/rules.ts'
import { type ReceivedFile, requestLimits } from '../../requests/attachments/rules.ts'
import { idempotencyKeyOf, mailboxHash, readParts, wasRolledBack } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { endDrafts, findDraft, findSaved, holdSave, insertDraft, type NewDraft, replaceContent } from '../../requests/saved-drafts/queries.ts'
import { contentKey, linkHash, mailPlace, newLinkKey, type SaveOffer, saveHash, saveOfferOf, sealContent } from '../../requests/saved-drafts/rules.ts'
import { hashFactor, openLink, rejectEnded } from './open-link.ts'
import { checkedContent, parsePayload, type ReceivedPayload, recipientOf, saverOf, versionOf } from './received-draft.ts'

/** The rate limit counts a saved draft as this many calls. */
const CALLS_PER_SAVE = 20

/** What a visitor saves, after its fields were read and before it is stored. */
interface Saving {
  services: RequestServices
  customer: Customer
  offer: SaveOffer
  published: PublishedDefinition
  payload: ReceivedPayload
  files: readonly ReceivedFile[]
  request: FastifyRequest
  customerKey: CustomerKey
  linkKey: string
}

/**
 * Registers the endpoint that saves a draft. A new draft gets a new link, which is only mailed: who types another person's
 * address must not be able to open what that person adds later. With the key of an opened link, the draft keeps its link.
 */
export function saveDraft(app: FastifyInstance, services: RequestServices): void {
  route(app, endpoints.saveDraft, async ({ params, request }) => {
    const customer = await services.openCustomer(params.customerCode)
    const offer = saveOfferOf(customer)
    if (!offer) throw apiError('http_not_found')
    request.extraCalls += CALLS_PER_SAVE - 1
    const published = await versionOf(services, customer, request)
    const customerKey = await services.customerKeys.current(customer.code)
    const newLink = newLinkKey()
    const keyOf = (fields: ReadonlyMap<string, string>) => contentKey(fields.get('key') ?? newLink, customerKey, customer.code)
    const { fields, files } = await readParts(request, services.attachments, requestLimits(customer.settings), async (before) => {
      await rejectUnknownLink(services, customer, before.get('key'))
      return { code: customer.code, key: keyOf(before) }
    })
    try {
      // The files are encrypted with the key of the fields that precede them.
      if (files.some(({ owner }) => !owner.key.equals(keyOf(fields).key))) throw apiError('http_malformed', [], 'key')
      const payload = parsePayload(fields)
      const saving = { services, customer, offer, published, payload, files, request, customerKey, linkKey: payload.key ?? newLink }
      const saved = payload.key === undefined ? await saveNew(saving) : await saveAgain(saving)
      services.metrics.savedDrafts.inc({ act: 'saved' })
      return saved
    } finally {
      // Files of a stored draft have left quarantine.
      await services.attachments.discardQuarantined(files)
    }
  })
}

/** Rejects a link without a draft before its files are received. @throws ApiError forms0003, forms0040, forms0042. */
async function rejectUnknownLink({ database }: RequestServices, customer: Customer, key: string | undefined): Promise<void> {
  if (key === undefined) return
  const row = await withCustomer(database.kysely, customer.code, (db) => findDraft(db, customer.code, linkHash(key)))
  if (!row) throw apiError('forms0003')
  rejectEnded(row)
}

async function saveNew(saving: Saving): Promise<SavedDraft> {
  const { services, customer, offer, published, payload, files, request, customerKey, linkKey } = saving
  const idempotencyKey = idempotencyKeyOf(request)
  if (idempotencyKey === null) throw apiError('http_malformed', [], 'Idempotency-Key')
  const payloadHash = keyedHash(customerKey.key, 'saved-draft-payload-v1', contentOf(payload, files))
  const ownHash = saveHash(customerKey.key, idempotencyKey)
  const repeated = await withCustomer(services.database.kysely, customer.code, (db) => findSaved(db, customer.code, ownHash))
  if (repeated) return savedBefore(repeated, payloadHash)
  const visitor = await saverOf(services, customer, payload.otp_code, request)
  const { email, isTyped } = recipientOf(visitor, payload.email)
  const node = published.nodes.get(payload.code_tag)
  if (!node) throw apiError('forms0044', [], 'code_tag')
  const captcha = await captchaToll(services, customer, { ...visitor, node, email, address: request.ip, given: payload.captcha_resolved })
  const secondFactorHash = await hashFactor(offer.second_factor, payload.second_factor)
  const { id, draft } = await sealedDraft(saving)
  const whole: NewDraft = {
    ...draft,
    id,
    linkHash: linkHash(linkKey),
    saveHash: ownHash,
    payloadHash,
    mailboxHash: mailboxHash(services.config.secretKey, canonicalEmail(email)),
    secondFactor: offer.second_factor,
    secondFactorHash,
    mail: {
      recipient: stored(customerKey, mailPlace('recipient')(customer.code, id), email),
      link: stored(customerKey, mailPlace('link')(customer.code, id), linkKey),
    },
  }
  const limit = isTyped ? numberSetting(customer.settings, 'unconfirmed_mails') : null
  const earlier = payload.earlier === undefined ? undefined : saveHash(customerKey.key, payload.earlier)
  return store(saving, async (db) => {
    await holdSave(db, customer.code, ownHash)
    const first = await findSaved(db, customer.code, ownHash)
    if (first) return { saved: savedBefore(first, payloadHash), removed: files.map((file) => file.id) }
    if (captcha.solutionHash && !(await spendSolution(db, customer.code, captcha.solutionHash))) throw apiError('forms0030')
    if (limit !== null && !(await countMail(db, email, limit))) throw apiError('forms0024', [limit, 24])
    const previous = earlier && (await findSaved(db, customer.code, earlier))
    const removed = previous ? await endDrafts(db, customer.code, [previous.id], 'replaced') : []
    const expiresAt = await insertDraft(db, customer.code, whole)
    return { saved: { expires_at: expiresAt.toISOString(), is_mailed: true }, removed }
  })
}

async function saveAgain(saving: Saving): Promise<SavedDraft> {
  const { services, customer, payload, linkKey } = saving
  const opened = await openLink(services, customer, linkKey, payload.second_factor)
  if ('needs' in opened) throw apiError('forms0038', [opened.left], 'second_factor')
  const { draft } = await sealedDraft(saving, opened.row.id)
  return store(saving, async (db) => {
    const row = await findDraft(db, customer.code, linkHash(linkKey), true)
    if (!row) throw apiError('forms0003')
    rejectEnded(row)
    const { files, expiresAt } = await replaceContent(db, customer.code, row.id, draft)
    return { saved: { expires_at: expiresAt.toISOString(), is_mailed: false }, removed: files }
  })
}

/** Returns the answer to a call that repeats an earlier one. @throws ApiError forms0046 if that one had another content. */
function savedBefore({ payload_hash, expires_at }: { payload_hash: Buffer | null; expires_at: Date }, payloadHash: Buffer): SavedDraft {
  if (!payload_hash?.equals(payloadHash)) throw apiError('forms0046')
  return { expires_at: expires_at.toISOString(), is_mailed: true }
}

/** Checks and encrypts the content of a draft. */
async function sealedDraft({ services, customer, offer, published, payload, files, customerKey, linkKey }: Saving, id: string = randomUUIDv7()) {
  const content = await checkedContent(services, customer, published, { payload, files, limits: requestLimits(customer.settings) })
  const key = contentKey(linkKey, customerKey, customer.code)
  const draft = {
    days: offer.days,
    codeTag: published.codeTag,
    version: published.version,
    language: languageFor({ headers: {} }, languageOfPath(published.nodes.get(payload.code_tag)?.path ?? [])),
    keyId: customerKey.id,
    content: sealContent(key, customer.code, id, content),
    files: files.map((file) => ({ id: file.id, size: file.size })),
  }
  return { id, draft }
}

/** Moves a draft's files to the permanent storage, and then stores its rows. Removes the files that no row names afterwards. */
async function store(
  { services, customer, files, customerKey }: Saving,
  write: (db: CustomerDb) => Promise<{ saved: SavedDraft; removed: readonly string[] }>,
): Promise<SavedDraft> {
  const { attachments, customerKeys, database } = services
  let mayExist = false
  try {
    await Promise.all(files.map((file) => attachments.keep(customer.code, file)))
    mayExist = true
    const { saved, removed } = await withCustomer(database.kysely, customer.code, async (db) => {
      if (await lockKey(db, customer.code, customerKey.id)) return write(db)
      customerKeys.forget(customer.code)
      throw new ApiError([{ code: 'forms0002' }], { headers: { 'retry-after': '1' } })
    })
    await attachments.removeUnnamed(removed.map((id) => ({ customerCode: customer.code, id })))
    return saved
  } catch (error) {
    if (error instanceof ApiError || wasRolledBack(error)) mayExist = false
    if (!mayExist) await attachments.discard(customer.code, files)
    throw error
  }
}

async function countMail(db: CustomerDb, email: string, limit: number): Promise<boolean> {
  const { rows } = await sql<{ counted: boolean | null }>`select count_mail(${`email:${canonicalEmail(email)}`}, ${limit}::int) as counted`.execute(db)
  return rows[0]?.counted === true
}

/** Returns what a call contains, without the captcha solution, which is another one in each attempt. */
function contentOf({ captcha_resolved: _, ...said }: ReceivedPayload, files: readonly ReceivedFile[]): string {
  const fields = Object.entries(said).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const bytes = files.map((file) => [file.propertyCode, file.name, file.sha256.toString('hex')]).sort()
  return JSON.stringify([fields, bytes])
}
