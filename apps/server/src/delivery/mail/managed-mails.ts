import type { InputFault, ListedMail } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import { countedUpTo, inOrder, readInOrder } from '../../management/paging.ts'
import { ofReach, readWithinReach, withinReach } from '../../management/reach.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { ApiError, apiError } from '../../platform/http/api-error.ts'
import { startingWith } from '../../platform/http/like-pattern.ts'
import { decryptEach, type Encryption } from '../../platform/keys/rules.ts'
import { holdRetention, updateRequestState } from '../../requests/requests/queries.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { shownMail } from './encrypted-mails.ts'
import { MAIL_TASK } from './queries.ts'

const PAGE_SIZE = 50

const ORDERS = {
  created: [
    ['m.created_at', 'asc'],
    ['m.id', 'asc'],
  ],
} as const

/**
 * Registers the endpoints that list, show and resend the mails of an operator's forms. A mail is queued, sent, failed,
 * or only stored because no SMTP server is configured.
 */
export function managedMails(app: FastifyInstance, services: RequestServices): void {
  const { kysely } = services.database
  const listed = (db: DeploymentDb, row: Row) => openListed(services.encryption, db, row)

  managed(app, endpoints.listManagedMails, ({ query: { page, form, state, recipient, sort = '-created' }, operator }) =>
    readWithinReach(services.database, operator, async (db) => {
      const found = ofReach(mails(db), 'm.customer_code', operator)
        .$if(Boolean(form), (query) => query.where('m.customer_code', '=', form ?? ''))
        .$if(Boolean(state), (query) => query.where('m.state', '=', state ?? ''))
        .$if(Boolean(recipient), (query) => query.where(startingWith('m.recipient_key', (recipient ?? '').trim().toLowerCase())))
      const { total, more } = await countedUpTo(db, found)
      if (operator.customers === null && !recipient && !form && !state) await readInOrder(db)
      const rows = await inOrder(found, ORDERS, sort)
        .select(LISTED)
        .limit(PAGE_SIZE)
        .offset((page - 1) * PAGE_SIZE)
        .execute()
      return { items: await decryptEach(rows, (row) => listed(db, row)), page, total, more }
    }),
  )

  managed(app, endpoints.getManagedMail, ({ params, operator }) =>
    withinReach(kysely, operator, async (db) => {
      const row = await mails(db)
        .select([...LISTED, 'm.sender', 'm.text_body', 'm.html_body'])
        .where('m.id', '=', params.id)
        .executeTakeFirst()
      if (!row) throw apiError('http_not_found')
      const { sender, text_body, html_body, ...mail } = await shownMail(services.encryption, db, row.form, row)
      return { ...shown(mail), sender, text: withoutCodes(text_body, mail.kind), html: withoutCodes(html_body, mail.kind) }
    }),
  )

  managed(app, endpoints.sendMailAgain, ({ params: { id }, operator }) =>
    withinReach(kysely, operator, async (db) => {
      await holdRetention(db)
      const mail = await mails(db)
        .select([...LISTED, 'm.customer_code'])
        .where('m.id', '=', id)
        .forUpdate('m')
        .executeTakeFirst()
      if (!mail) throw apiError('http_not_found')
      // Rejects an operator's retry if no attempt to send the mail was made yet, because the mail is already due.
      if (mail.state === 'queued' && mail.next_attempt_at === null) throw apiError('forms_mgmt0004')
      const hasLeft = mail.state === 'sent' || mail.state === 'kept'
      // The mail was already sent and contains a personal link that expires. Rejects resending it. The error names the
      // call that creates a new link.
      if (hasLeft && LINKS[mail.kind]) throw new ApiError([{ code: 'forms_mgmt0001', params: [LINKS[mail.kind] ?? '', mail.ticket ?? ''] }], { status: 409 })
      const sent = await (hasLeft ? queueCopy : mail.state === 'queued' ? hasten : queueAgain)(db, mail.customer_code, id)
      if (mail.kind === 'desk' && mail.request_id) await updateRequestState(db, mail.customer_code, mail.request_id)
      await audit(db, operator, { action: 'mail.send', subject: id, customer: mail.customer_code, before: { state: mail.state } })
      return listed(db, await mails(db).select(LISTED).where('m.id', '=', sent).executeTakeFirstOrThrow())
    }),
  )
}

/**
 * Errors for an operator who resends a mail that contains a link and was already sent. The key is the kind of the mail.
 */
const LINKS: Readonly<Record<string, InputFault>> = { validation: 'carries_link', recovery: 'carries_recovery', follow_up_code: 'carries_link' }

const mails = (db: DeploymentDb) =>
  db.selectFrom('mails as m').leftJoin('requests as r', (join) => join.onRef('r.customer_code', '=', 'm.customer_code').onRef('r.id', '=', 'm.request_id'))

const LISTED = [
  'm.id',
  'm.customer_code as form',
  'm.request_id',
  'r.ticket',
  'm.kind',
  'm.state',
  'm.recipient',
  'm.subject',
  'm.attempts',
  'm.last_error',
  'm.created_at',
  'm.next_attempt_at',
  'm.sent_at',
] as const

interface Row extends Omit<ListedMail, 'state' | 'created_at' | 'next_attempt_at' | 'sent_at'> {
  state: string
  request_id: string | null
  created_at: Date
  next_attempt_at: Date | null
  sent_at: Date | null
}

async function openListed(encryption: Encryption, db: DeploymentDb, row: Row): Promise<ListedMail> {
  return shown(await shownMail(encryption, db, row.form, row))
}

function shown({ id, form, ticket, kind, state, recipient, subject, attempts, last_error, created_at, next_attempt_at, sent_at }: Row): ListedMail {
  const moments = { created_at: created_at.toISOString(), next_attempt_at: next_attempt_at?.toISOString() ?? null, sent_at: sent_at?.toISOString() ?? null }
  return { id, form, ticket, kind, state: state as ListedMail['state'], recipient, subject, attempts, last_error, ...moments }
}

/**
 * Masks the secret codes in a mail's text and in its links. Only the mail's recipient may use these links, not the operator
 * who reads the text.
 */
function withoutCodes(text: string | null, kind: string): string | null {
  const masked = text?.replaceAll(/((?:[?&#]|&amp;|&#38;|&#35;)(?:code|recovery|key)=)[\w%.~-]+/g, '$1…') ?? null
  return kind === 'follow_up_code' ? (masked?.replaceAll(/\b\d{6}\b/g, '…') ?? null) : masked
}

/**
 * Queues a failed mail again. If the mail contains a link, the mail is rendered again, because its text states an
 * expiry
 * date that has passed.
 */
async function queueAgain(db: DeploymentDb, customerCode: string, id: string): Promise<string> {
  await sql`
    with mail as (
      update mails set state = 'queued', next_attempt_at = null, attempts = 0, text_body = case when kind not in ('validation', 'recovery', 'follow_up_code', 'states') then text_body end
      where customer_code = ${customerCode} and id = ${id} returning customer_code, id, kind
    ) select enqueue(${MAIL_TASK}, customer_code, id) from mail`.execute(db)
  return id
}

/**
 * Makes a queued mail due now instead of after its backoff. The text stays the same if the SMTP server may already have
 * accepted the mail.
 */
async function hasten(db: DeploymentDb, customerCode: string, id: string): Promise<string> {
  await sql`
    with mail as (
      update mails set next_attempt_at = null where customer_code = ${customerCode} and id = ${id} returning customer_code, id, kind
    ) select enqueue(${MAIL_TASK}, customer_code, id) from mail`.execute(db)
  return id
}

/** Queues a copy of a mail that has left. A mail about changes of state is rendered anew, because it may be about several requests. */
async function queueCopy(db: DeploymentDb, customerCode: string, id: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with mail as (
      insert into mails (customer_code, request_id, kind, lang_code, recipient, sender, subject, text_body, html_body)
      select customer_code, request_id, kind, lang_code, recipient, sender, case when kind <> 'states' then subject end,
        case when kind <> 'states' then text_body end, case when kind <> 'states' then html_body end
      from mails where customer_code = ${customerCode} and id = ${id} returning customer_code, id, kind
    ), listed as (
      insert into state_mail_requests (customer_code, request_id, mail_id, changes)
      select s.customer_code, s.request_id, mail.id, s.changes from mail, state_mail_requests s where s.customer_code = ${customerCode} and s.mail_id = ${id}
    ) select mail.id, enqueue(${MAIL_TASK}, customer_code, id) from mail`.execute(db)
  return rows[0]?.id ?? id
}
