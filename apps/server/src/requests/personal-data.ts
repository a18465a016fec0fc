import { createHash } from 'node:crypto'
import { canonicalEmail } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { DeploymentDb } from '../db/with-customer.ts'
import { ifReadable, openEach } from '../keys/rules.ts'
import { shownMail } from '../mail/rules.ts'
import { audit, managed, type Operator, withinReach } from '../operators/rules.ts'
import type { Services } from '../services.ts'
import { eraseRequests } from './erase-requests.ts'
import { openAnswers, taxCodeHash } from './sealed-answers.ts'

interface Person {
  email?: string | undefined
  tax_code?: string | undefined
}

/**
 * One person's data, by the right of access and the right to be forgotten. The log says that it was done, and for whom only to who knows
 * the address already: it keeps a hash of it.
 */
export function personalData(app: FastifyInstance, services: Services): void {
  const { jobs } = services.database

  managed(app, endpoints.findPersonalData, ({ body: person, operator }) =>
    withinReach(jobs, operator, async (db) => {
      const found = await findPerson(services, db, person)
      await log(db, operator, 'person.export', person, found)
      return {
        ...found,
        requests: await openEach(found.requests, (request) => shown(services, db, request)),
        accounts: found.accounts.map(withoutId),
        tokens: found.tokens.map(withoutId),
        mails: await openEach(found.mails, async (row) => {
          const { id: _, request_id: _request, created_at, ...mail } = await shownMail(services.sealing, db, row.form, row)
          return { ...mail, created_at: created_at.toISOString() }
        }),
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
      await log(db, operator, 'person.erase', person, found)
      return { counts: counted(found), removeFiles: removing }
    })
    await removeFiles()
    return counts
  })
}

type Found = Awaited<ReturnType<typeof findPerson>>

const counted = ({ requests, mails, accounts, tokens }: Found) => ({
  requests: requests.length,
  mails: mails.length,
  accounts: accounts.length,
  tokens: tokens.length,
})

/** A line for each form concerned: an operator of some forms may not write of others. */
async function log(db: DeploymentDb, operator: Operator, action: string, person: Person, found: Found): Promise<void> {
  const forms = new Set(Object.values(found).flatMap((rows) => rows.map(({ form }) => form)))
  for (const form of forms) {
    const own = Object.fromEntries(Object.entries(found).map(([part, rows]) => [part, rows.filter((row) => row.form === form).length]))
    await audit(db, operator, { action, subject: hashOf(person), customer: form, after: own })
  }
}

const withoutId = <T extends { id: string }>({ id: _, ...rest }: T) => rest

const hashOf = ({ email, tax_code }: Person) =>
  createHash('sha256')
    .update(email === undefined ? `tax_code:${tax_code}` : `email:${canonicalEmail(email)}`)
    .digest('hex')
    .slice(0, 16)

async function findPerson({ config }: Services, db: DeploymentDb, { email, tax_code }: Person) {
  const key = email?.toLowerCase() ?? null
  // An answer is compared whole: a code within a longer text may be somebody else's.
  const holds = (column: string) =>
    sql<boolean>`exists (select from jsonb_path_query(${sql.ref(column)}, '$.*') as value where upper(trim(value #>> '{}')) = ${tax_code ?? null})`
  const requests = await db
    .selectFrom('requests as r')
    .leftJoin('answers as a', (join) => join.onRef('a.customer_code', '=', 'r.customer_code').onRef('a.request_id', '=', 'r.id'))
    .select(['r.customer_code as form', 'r.id', 'r.ticket', 'r.state', 'r.email', 'r.created_at', 'a.form_fields', 'a.further_questions', 'a.accepted_terms'])
    .where((where) =>
      email === undefined
        ? sql<boolean>`(r.customer_code, r.id) in (
            select customer_code, request_id from tax_codes where code_hash = ${taxCodeHash(config.secretKey, tax_code ?? '')}
            union all select customer_code, request_id from answers
              where jsonb_typeof(form_fields) = 'object' and (${holds('form_fields')} or ${holds('further_questions')}))`
        : where.or([where('r.email_key', '=', key), where('r.person_key', '=', `email:${canonicalEmail(email)}`)]),
    )
    .orderBy('r.created_at')
    .execute()
  const mails =
    email === undefined
      ? []
      : await db
          .selectFrom('mails')
          .select(['customer_code as form', 'id', 'request_id', 'kind', 'recipient', 'subject', 'created_at'])
          .where('recipient_key', '=', key)
          .orderBy('created_at')
          .execute()
  const known = (metadata: string) => (email === undefined ? holds(metadata) : sql<boolean>`lower(${sql.ref(metadata)}->>'email') = ${key}`)
  const accounts = await db
    .selectFrom('accounts')
    .select(['customer_code as form', 'id', 'username', 'email', 'metadata as known'])
    .where((where) => where.or([...(key === null ? [] : [where(sql<string>`lower(email)`, '=', key)]), known('metadata')]))
    .execute()
  const tokens = await db
    .selectFrom('tokens')
    .select(['customer_code as form', 'id', 'fields', 'metadata as known'])
    .where((where) => where.or([known('metadata'), ...(email === undefined ? [holds('fields')] : [])]))
    .execute()
  return { requests, mails, accounts: accounts.map(withObjects), tokens: tokens.map(withObjects) }
}

/** What the database calls json is an object here. */
const withObjects = <T extends object>(row: T) => row as T & { known: Record<string, unknown>; fields: Record<string, unknown> }

async function shown({ sealing }: Services, db: DeploymentDb, found: Found['requests'][number]) {
  const { id, form, created_at, accepted_terms, ticket, state, email } = found
  const { form_fields, further_questions } = (await ifReadable(openAnswers(sealing, db, { customer_code: form, id }, found))) ?? {
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
  }
}
