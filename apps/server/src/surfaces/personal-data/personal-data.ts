import { type AuditAction, canonicalEmail, startOfMailbox } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { shownMail } from '../../delivery/mail/rules.ts'
import { accountsOfPerson, mayHold, personOfAccount, personOfToken, tokensOfPerson } from '../../entrance/accounts/rules.ts'
import { atForm, sessionsOfPerson } from '../../entrance/sessions/rules.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import type { Operator } from '../../management/operator-session.ts'
import { readInOrder } from '../../management/paging.ts'
import { withinReach } from '../../management/reach.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { startingWith } from '../../platform/http/like-pattern.ts'
import { decryptEach, type Encryption, ifReadable } from '../../platform/keys/rules.ts'
import { readFollowUp } from '../../requests/follow-up/queries.ts'
import { openComment, readMessages } from '../../requests/follow-up/rules.ts'
import { decryptAnswers, eraseRequests, mailboxHash, taxCodeHash } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { draftsOfMailbox, endDrafts } from '../../requests/saved-drafts/queries.ts'
import { readTickets } from '../../requests/ticket-states/queries.ts'

interface Person {
  email?: string | undefined
  tax_code?: string | undefined
}

/**
 * Registers the endpoints that export and erase one person's data (GDPR, articles 15 and 17). The audit log contains a
 * keyed hash instead of the person's name. All entries about a person have the same hash, and nobody can guess the
 * person from it.
 */
export function personalData(app: FastifyInstance, services: RequestServices): void {
  const { jobs } = services.database

  managed(app, endpoints.findPersonalData, ({ body: person, operator }) =>
    withinReach(jobs, operator, async (db) => {
      const found = await findPerson(services, db, person)
      await log(services, db, operator, { action: 'person.export', person, found })
      return {
        ...found,
        requests: await decryptEach(found.requests, (request) => shown(services, db, request)),
        accounts: found.accounts.map(withoutId),
        tokens: found.tokens.map(withoutId),
        sessions: found.sessions.map(({ form, known, link_id, created_at, expires_at, used_at }) => ({
          form,
          is_link: link_id !== null,
          known,
          created_at: created_at.toISOString(),
          expires_at: expires_at.toISOString(),
          used_at: used_at?.toISOString() ?? null,
        })),
        mails: await decryptEach(found.mails, async (row) => {
          const { id: _, request_id: _request, created_at, ...mail } = await shownMail(services.encryption, db, row.form, row)
          return { ...mail, created_at: created_at.toISOString() }
        }),
        saved_drafts: found.saved_drafts.map(({ form, created_at, saved_at, expires_at }) => ({
          form,
          created_at: created_at.toISOString(),
          saved_at: saved_at.toISOString(),
          expires_at: expires_at.toISOString(),
        })),
      }
    }),
  )

  managed(app, endpoints.erasePersonalData, async ({ body: person, operator }) => {
    const { counts, removeFiles } = await withinReach(jobs, operator, async (db) => {
      const found = await findPerson(services, db, person)
      const removing = await eraseRequests(
        db,
        services,
        found.requests.map(({ form, id, ticket }) => ({ customerCode: form, id, ticket })),
      )
      for (const table of ['mails', 'accounts', 'tokens'] as const)
        for (const { form, id } of found[table]) await db.deleteFrom(table).where('customer_code', '=', form).where(sql<string>`id`, '=', id).execute()
      for (const { form, code_hash } of found.sessions)
        await db.deleteFrom('sessions').where('customer_code', '=', form).where('code_hash', '=', code_hash).execute()
      const files: { customerCode: string; id: string }[] = []
      for (const { form, id } of found.saved_drafts)
        files.push(...(await endDrafts(db, form, [id], 'deleted')).map((file) => ({ customerCode: form, id: file })))
      await log(services, db, operator, { action: 'person.erase', person, found })
      return { counts: counted(found), removeFiles: () => Promise.all([removing(), services.attachments.removeUnnamed(files)]) }
    })
    await removeFiles()
    return counts
  })
}

type Found = Awaited<ReturnType<typeof findPerson>>

const counted = ({ requests, mails, accounts, tokens, sessions, saved_drafts }: Found) => ({
  requests: requests.length,
  mails: mails.length,
  accounts: accounts.length,
  tokens: tokens.length,
  sessions: sessions.length,
  saved_drafts: saved_drafts.length,
})

/**
 * Writes one audit log entry for each form that has data of the person. A single entry for all forms is not possible,
 * because an operator may write entries only for forms that the operator may manage.
 */
async function log(
  { config }: RequestServices,
  db: DeploymentDb,
  operator: Operator,
  done: { action: AuditAction; person: Person; found: Found },
): Promise<void> {
  const { action, person, found } = done
  const forms = new Set(Object.values(found).flatMap((rows) => rows.map(({ form }) => form)))
  for (const form of forms) {
    const own = Object.fromEntries(Object.entries(found).map(([part, rows]) => [part, rows.filter((row) => row.form === form).length]))
    await audit(db, operator, { action, subject: nameOf(config.secretKey, person), customer: form, after: own })
  }
}

const withoutId = <T extends { id: string }>({ id: _, ...rest }: T) => rest

const nameOf = (secretKey: string, { email, tax_code }: Person) =>
  (email === undefined ? taxCodeHash(secretKey, tax_code ?? '') : mailboxHash(secretKey, canonicalEmail(email))).toString('hex')

async function findPerson({ config, encryption }: RequestServices, db: DeploymentDb, { email, tax_code }: Person) {
  const key = email?.toLowerCase() ?? null
  const mailbox = email === undefined ? null : canonicalEmail(email)
  const isTheirs = (address: unknown) => typeof address === 'string' && canonicalEmail(address) === mailbox
  // Matches an answer only if it is exactly the tax code. A longer text that contains the tax code may belong to
  // another person.
  const holds = (column: string) =>
    sql<boolean>`exists (select from jsonb_path_query(${sql.ref(column)}, '$.*') as value where upper(trim(value #>> '{}')) = ${tax_code ?? null})`
  const requests = await db
    .selectFrom('requests as r')
    .leftJoin('answers as a', (join) => join.onRef('a.customer_code', '=', 'r.customer_code').onRef('a.request_id', '=', 'r.id'))
    .select(['r.customer_code as form', 'r.id', 'r.ticket', 'r.state', 'r.email', 'r.created_at', 'a.form_fields', 'a.further_questions', 'a.accepted_terms'])
    .where(
      email === undefined
        ? sql<boolean>`(r.customer_code, r.id) in (
            select customer_code, request_id from tax_codes where code_hash = ${taxCodeHash(config.secretKey, tax_code ?? '')}
            union all select customer_code, request_id from answers
              where jsonb_typeof(form_fields) = 'object' and (${holds('form_fields')} or ${holds('further_questions')}))`
        : sql<boolean>`(r.customer_code, r.id) in (
            select customer_code, id from requests where email_key collate "C" = ${key}
            union all select c.customer_code, each.id from customers c, lateral (
              select id from requests where customer_code = c.customer_code and person_key = ${`email:${canonicalEmail(email)}`} offset 0) as each)`,
    )
    .orderBy('r.created_at')
    .execute()
  const mails =
    mailbox === null
      ? []
      : await db
          .selectFrom('mails')
          .select(['customer_code as form', 'id', 'request_id', 'kind', 'recipient', 'subject', 'created_at'])
          .where(startingWith('recipient_key', startOfMailbox(mailbox)))
          .where(mayHold(sql`recipient`, { mailbox }))
          .orderBy('created_at')
          .execute()
  const saved_drafts = mailbox === null ? [] : await draftsOfMailbox(db, mailboxHash(config.secretKey, mailbox))
  // Reads the table of requests page by page in the order of its primary key, because the column with the answers has
  // no index.
  await readInOrder(db)
  const sought = { mailbox, taxCode: tax_code ?? null }
  const theirs = { accounts: await accountsOfPerson(db, sought), tokens: await tokensOfPerson(db, sought) }
  const people = new Set([
    ...theirs.accounts.map(({ form, id }) => atForm(form, personOfAccount(id))),
    ...theirs.tokens.map(({ form, id }) => atForm(form, personOfToken(id))),
  ])
  const sessions = await sessionsOfPerson(encryption, db, { ...sought, people })
  return { requests, mails: mails.filter(({ recipient }) => isTheirs(recipient)), ...theirs, sessions, saved_drafts }
}

async function shown({ encryption }: RequestServices, db: DeploymentDb, found: Found['requests'][number]) {
  const { id, form, created_at, accepted_terms, ticket, state, email } = found
  const { form_fields, further_questions } = (await ifReadable(decryptAnswers(encryption, db, { customer_code: form, id }, found))) ?? {
    form_fields: null,
    further_questions: null,
  }
  const attachments = await db
    .selectFrom('attachments')
    .select(['name', 'media_type', 'size'])
    .where('customer_code', '=', form)
    .where('request_id', '=', id)
    .orderBy('id')
    .execute()
  return {
    ticket,
    form,
    state,
    email,
    created_at: created_at.toISOString(),
    answers: form_fields ?? {},
    further_questions,
    accepted_terms: accepted_terms ?? [],
    attachments: attachments.map((file) => ({ ...file, size: Number(file.size) })),
    ...(await readTickets(db, { customer_code: form, id })),
    follow_up: await followUpOfPerson(encryption, db, { customer_code: form, id }),
  }
}

async function followUpOfPerson(encryption: Encryption, db: DeploymentDb, request: { customer_code: string; id: string }) {
  const said = await readFollowUp(db, request)
  const messages = await readMessages(encryption, db, request)
  return {
    withdrawn_at: said?.withdrawn_at?.toISOString() ?? null,
    score: said?.score ?? null,
    comment: await openComment(encryption, db, request, said?.comment ?? null),
    messages: messages.map(({ at, sender, kind, text, properties, changes }) => ({ at, sender, kind, text, properties, changes })),
  }
}
