import { placeCodes } from '@sportello/codfis/places'
import {
  type AnswerChange,
  type Answers,
  checkRequest,
  effectiveAnswers,
  type Files,
  foreignFields,
  MAX_WAITING_MESSAGES,
  MESSAGES_PER_DAY,
  type Question,
  questionOf,
} from '@sportello/contract'
import { correctionPayload, endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Customer, todayOf } from '../../catalogue/customers/rules.ts'
import { matches } from '../../catalogue/definitions/rules.ts'
import { offeredOptions } from '../../catalogue/integrations/rules.ts'
import type { CustomerDb } from '../../platform/db/with-customer.ts'
import { ApiError, apiError } from '../../platform/http/api-error.ts'
import { isStorableText } from '../../platform/http/json-limits.ts'
import { route } from '../../platform/http/route.ts'
import { lockKey } from '../../platform/keys/queries.ts'
import { type CustomerKey, stored } from '../../platform/keys/rules.ts'
import { agreedType, inspectFiles, type ReceivedFile, requestLimits, storedHashOf } from '../../requests/attachments/rules.ts'
import { noteRequester } from '../../requests/desk/queries.ts'
import type { FollowUpSession } from '../../requests/follow-up/queries.ts'
import { changesContext, insertMessage, messageContext, messageLimit } from '../../requests/follow-up/rules.ts'
import { holdRequest } from '../../requests/requests/queries.ts'
import {
  errorEntryOf,
  insertFiles,
  parseObject,
  readParts,
  rejectOversize,
  replaceAnswers,
  type StoredAnswers,
  throwErrors,
  wasRolledBack,
} from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { type AskedCorrection, readAskedCorrection } from './asked-correction.ts'
import { inSession } from './in-session.ts'
import { shownFollowUp } from './shown-follow-up.ts'

type Payload = ReturnType<typeof parsePayload>
type SentFile = { received: ReceivedFile; mediaType: string }

/** A correction that was checked, and what the request's answers are with it. */
interface Checked {
  answers: StoredAnswers | null
  changes: AnswerChange[]
  files: readonly SentFile[]
  scanned: boolean
}

/** Registers the endpoints by which a requester corrects answers, and sends files for which the desk has asked. */
export function correctAnswers(app: FastifyInstance, services: RequestServices): void {
  route(app, endpoints.getCorrection, ({ params: { customerCode, id }, request }) =>
    inSession(services, customerCode, request, async (db, customer, session) => {
      const { fields, message, concealed } = await readOpenCorrection(services, db, customer, session, id)
      return { fields: message.kind === 'file' ? fields.filter(({ hidden }) => !hidden) : fields.filter(({ value }) => !concealed.has(value.property_code)) }
    }),
  )

  route(app, endpoints.sendCorrection, async ({ params: { customerCode, id }, request }) => {
    const known = await services.knownCustomer(customerCode)
    const limits = requestLimits(known.settings)
    const { fields, files } = await readParts(request, services.attachments, limits, async () => {
      // Rejects a stranger before the first file is received. The answer to a repeated call is given after it.
      await inSession(services, customerCode, request, (db, customer, session) => readAskedCorrection(services, db, customer, { session, messageId: id }))
      return { code: known.code, key: await services.customerKeys.current(known.code) }
    })
    let isKept = false
    try {
      const payload = parsePayload(fields)
      const asked = await inSession(services, customerCode, request, async (db, customer, session) => ({
        ...(await readAskedCorrection(services, db, customer, { session, messageId: id })),
        customer,
      }))
      if (asked.messages.some((message) => message.id === payload.id))
        return await inSession(services, customerCode, request, (db, customer, session) => shownFollowUp(services, db, customer, session))
      rejectOversize(files, limits.requestBytes)
      const checked = await checkCorrection(services, asked, { payload, files, request, limits })
      const answer = await storeCorrection(services, request, { customerCode, asked, payload, checked })
      isKept = true
      return answer
    } finally {
      if (!isKept) await services.attachments.discardQuarantined(files)
    }
  })
}

/** Checks the text fields of a correction. @throws ApiError forms0044, http_malformed. */
function parsePayload(fields: ReadonlyMap<string, string>) {
  throwErrors(
    [...fields.keys()].filter((name) => !Object.hasOwn(correctionPayload.shape, name)).map((name) => ({ code: 'forms0044', field: name.slice(0, 64) })),
  )
  for (const value of fields.values()) if (!isStorableText(value)) throw apiError('http_malformed')
  const payload = correctionPayload.safeParse(Object.fromEntries(fields))
  if (!payload.success) throw apiError('http_malformed', [], String(payload.error.issues[0]?.path[0] ?? ''))
  const { id, text, form_fields } = payload.data
  return { id, text: text ?? '', given: parseObject(form_fields, 'form_fields') }
}

/** Reads what a message asks for, if it is not answered yet. @throws ApiError forms_mgmt0004 if it is, and as `readAskedCorrection`. */
async function readOpenCorrection(services: RequestServices, db: CustomerDb, customer: Customer, session: FollowUpSession, messageId: string) {
  const asked = await readAskedCorrection(services, db, customer, { session, messageId })
  const { messages } = await shownFollowUp(services, db, customer, session)
  if (!messages.some((message) => message.id === messageId && message.is_open)) throw apiError('forms_mgmt0004')
  return asked
}

const isFile = ({ property }: Question) => property.default_value.input_type === 'file'

/**
 * Checks a correction by the rules of the form, with the other answers of the request as they are. Only the questions that the desk has
 * named are judged: the requester could not correct others.
 * @throws ApiError with one entry for each wrong answer
 */
async function checkCorrection(
  services: RequestServices,
  asked: AskedCorrection & { customer: Customer },
  sent: { payload: Payload; files: readonly ReceivedFile[]; request: FastifyRequest; limits: ReturnType<typeof requestLimits> },
): Promise<Checked> {
  const { customer, fields } = asked
  const { payload, files: received, request, limits } = sent
  const questions = fields.map(questionOf)
  const named = questions.filter(({ hidden }) => !hidden)
  const files: Files = Object.fromEntries(
    Map.groupBy(received, ({ propertyCode }) => propertyCode)
      .entries()
      .map(([code, list]) => [code, list.map(({ name, size }) => ({ name, size, type: '' }))]),
  )
  throwErrors(foreignFields(named, payload.given, files).map((field) => ({ code: 'forms0044', field: field.slice(0, 64) })))
  const answers = effectiveAnswers(questions, payload.given, {})
  const offered = await offeredOptions(services, customer, named, answers, { address: request.ip, session: null, signedIn: false })
  const keysOf = (code: string) => (offered.has(code) ? new Set(offered.get(code)?.map(({ key }) => key)) : undefined)
  throwErrors(checkRequest(questions, answers, files, { today: todayOf(customer), matches, placeCodes }, keysOf).map(errorEntryOf))
  const typed = await Promise.all(received.map(async (file) => ({ received: file, mediaType: await agreedType(file) })))
  throwErrors(
    typed
      .filter(({ mediaType }) => mediaType === undefined)
      .map(({ received: file }) => ({ code: 'forms0032', params: [file.name], field: file.propertyCode })),
  )
  return {
    ...changed(asked, named, answers),
    files: typed.map((file) => ({ ...file, mediaType: file.mediaType ?? '' })),
    scanned: await inspectFiles(services, received, limits),
  }
}

/** Returns the answers of a request with those of the named questions replaced, and which of them are other ones than before. */
function changed({ answers: before, further }: AskedCorrection, named: readonly Question[], given: Answers): Pick<Checked, 'answers' | 'changes'> {
  if (before === null) return { answers: null, changes: [] }
  const now: { own: Record<string, unknown>; further: Record<string, unknown> } = { own: { ...before.form_fields }, further: { ...before.further_questions } }
  const changes: AnswerChange[] = []
  for (const question of named.filter((each) => !isFile(each))) {
    const code = question.property.property_code
    const place = further.has(code) ? now.further : now.own
    const was = place[code] ?? null
    const is = given[code] ?? null
    if (JSON.stringify(was) === JSON.stringify(is)) continue
    changes.push({ code, before: was, after: is })
    if (is === null) delete place[code]
    else place[code] = is
  }
  return { answers: { form_fields: now.own, further_questions: further.size > 0 ? now.further : before.further_questions }, changes }
}

const corrections = (messages: AskedCorrection['messages']) => messages.filter(({ changes }) => changes === null || changes.length > 0).length

interface Sent {
  customerCode: string
  asked: AskedCorrection & { customer: Customer }
  payload: Payload
  checked: Checked
}

/** Stores a correction once: the new answers, the files, and a message that says what has changed. */
async function storeCorrection(services: RequestServices, request: FastifyRequest, { customerCode, asked, payload, checked }: Sent) {
  const { attachments, encryption } = services
  const received = checked.files.map(({ received: file }) => file)
  const key = await encryption.key(customerCode)
  let mayExist = false
  try {
    await Promise.all(received.map((file) => attachments.keep(customerCode, file)))
    mayExist = true
    return await inSession(services, customerCode, request, async (db, customer, session) => {
      await holdRequest(db, session.customer_code, session.id)
      await lockFileKey(services, db, customerCode, received)
      const held = await encryption.held(db, customerCode, key)
      // A key that was destroyed must not be taken from the cache: the answers would be stored again under a new one.
      services.customerKeys.forget(customerCode)
      const { messages } = await shownFollowUp(services, db, customer, session)
      const message = messages.find(({ id }) => id === asked.message.id)
      // Answered in another tab, withdrawn, closed, or other answers were corrected in the meantime.
      const current = await readAskedCorrection(services, db, customer, { session, messageId: asked.message.id })
      if (!message?.is_open || corrections(current.messages) !== corrections(asked.messages)) throw apiError('forms_mgmt0004')
      const limit = await messageLimit(db, session, payload.id)
      if (limit) throw apiError('forms0024', limit === 'day' ? [MESSAGES_PER_DAY, 24] : [MAX_WAITING_MESSAGES, 24])
      await insertFiles(
        db,
        session,
        checked.files.map((file) => storedFile(file, checked.scanned)),
      )
      if (checked.answers && checked.changes.length > 0) await replaceAnswers(services, db, session, checked.answers, { key: held, params: customer.params })
      await insertMessage(db, session, correctionMessage(session, { asked, payload, checked }, held))
      await noteRequester(db, session, 'answer')
      return shownFollowUp(services, db, customer, session)
    })
  } catch (error) {
    if (error instanceof ApiError || wasRolledBack(error)) mayExist = false
    if (!mayExist) await attachments.discard(customerCode, received)
    throw error
  }
}

/** Locks the key with which the files are encrypted. @throws ApiError forms0002 if it was destroyed meanwhile */
async function lockFileKey({ customerKeys }: RequestServices, db: CustomerDb, customerCode: string, files: readonly ReceivedFile[]): Promise<void> {
  for (const keyId of new Set(files.map((file) => file.keyId))) {
    if (await lockKey(db, customerCode, keyId)) continue
    customerKeys.forget(customerCode)
    throw new ApiError([{ code: 'forms0002' }], { headers: { 'retry-after': '1' } })
  }
}

function correctionMessage(session: FollowUpSession, { asked, payload, checked }: Omit<Sent, 'customerCode'>, held: CustomerKey | null) {
  const { id, text } = payload
  const { kind, properties } = asked.message
  return {
    id,
    sender: 'requester' as const,
    operator: null,
    body: stored(held, messageContext(session, id), text),
    kind,
    properties,
    replyTo: asked.message.id,
    changes: stored(held, changesContext(session, id), JSON.stringify(checked.changes)),
    files: checked.files.map(({ received }) => received.id),
  }
}

function storedFile({ received, mediaType }: SentFile, scanned: boolean) {
  const { id, propertyCode, name, size, owner, sha256, keyId } = received
  return { id, property_code: propertyCode, name, media_type: mediaType, size, sha256: storedHashOf(owner.key, sha256).toString('hex'), key_id: keyId, scanned }
}
