import { canonicalEmail, type Found, reaches } from '@sportello/contract'
import { endpoints, SEARCH_RESULTS } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import type { Operator } from '../../management/operator-session.ts'
import { readInOrder } from '../../management/paging.ts'
import { ofReach, ofReachedDefinition, readFor, readWithinReach, withinReach } from '../../management/reach.ts'
import type { Config } from '../../platform/config.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'
import { likePattern, startingWith } from '../../platform/http/like-pattern.ts'
import { mailboxHash } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'

/** Maximum number of requests in which the dashboard's search looks for different e-mail addresses. */
const SEARCHED = 200

/** Registers the endpoint with which operators search the forms, requests and other data of the dashboard. */
export function searchDashboard(app: FastifyInstance, { config, database }: RequestServices): void {
  managed(app, endpoints.searchDashboard, async ({ body: { text }, operator }) => {
    const definitions = await readFor(database, operator, (db) => acrossCustomers(db, (all) => findDefinitions(all, operator, text)))
    const found = await readWithinReach(database, operator, async (db) => {
      const forms = await findForms(db, text)
      const seesMailboxes = text.includes('@') && reaches(operator.role, 'operator')
      await readInOrder(db)
      const mailboxes = seesMailboxes ? await findMailboxes(db, operator, text) : []
      const requests = reaches(operator.role, 'viewer') ? await findTickets(db, operator, text) : []
      return { requests, mailboxes, forms, definitions }
    })
    if (found.mailboxes.length > 0) await withinReach(database.kysely, operator, (db) => auditMailboxes(db, operator, config, found.mailboxes))
    return found
  })
}

/** Records in the audit log of each form that an operator has found these people. */
async function auditMailboxes(db: DeploymentDb, operator: Operator, { secretKey }: Config, mailboxes: Found['mailboxes']): Promise<void> {
  for (const { email, forms } of mailboxes) {
    const subject = mailboxHash(secretKey, canonicalEmail(email)).toString('hex')
    for (const customer of forms) await audit(db, operator, { action: 'person.search', subject, customer })
  }
}

async function findTickets(db: DeploymentDb, operator: Operator, text: string): Promise<Found['requests']> {
  const rows = await ofReach(db.selectFrom('requests as r'), 'r.customer_code', operator)
    .select(['r.ticket', 'r.customer_code as form', 'r.state', 'r.created_at'])
    .where(startingWith('r.ticket', text.toUpperCase()))
    .orderBy(sql`r.ticket collate "C"`)
    .limit(SEARCH_RESULTS)
    .execute()
  return rows.map(({ state, created_at, ...row }) => ({ ...row, state: state as Found['requests'][number]['state'], created_at: created_at.toISOString() }))
}

/**
 * Finds requests whose e-mail address begins with the given text. Returns the first of these addresses, with the forms
 * of
 * the requests.
 */
async function findMailboxes(db: DeploymentDb, operator: Operator, text: string): Promise<Found['mailboxes']> {
  const rows = await ofReach(db.selectFrom('requests as r'), 'r.customer_code', operator)
    .select(['r.email_key as email', 'r.customer_code as form'])
    .where(startingWith('r.email_key', text.toLowerCase()))
    .orderBy(sql`r.email_key collate "C"`)
    .limit(SEARCHED)
    .execute()
  const forms = new Map<string, Set<string>>()
  for (const { email, form } of rows) if (email !== null) forms.set(email, (forms.get(email) ?? new Set()).add(form))
  return [...forms].slice(0, SEARCH_RESULTS).map(([email, where]) => ({ email, forms: [...where] }))
}

/** Row security limits the result to the forms that the operator may manage. */
function findForms(db: DeploymentDb, text: string): Promise<Found['forms']> {
  const pattern = likePattern(text)
  return db
    .selectFrom('customers')
    .select(['customer_code as code_form', 'description'])
    .where((where) => where.or([where('customer_code', 'ilike', pattern), where('description', 'ilike', pattern)]))
    .orderBy('customer_code')
    .limit(SEARCH_RESULTS)
    .execute()
}

/**
 * Returns the form definitions that match a text and that the operator may manage. The transaction must see all
 * customers.
 */
async function findDefinitions(db: DeploymentDb, operator: Operator, text: string): Promise<Found['definitions']> {
  const pattern = likePattern(text)
  const { rows } = await sql<Found['definitions'][number]>`
    select d.code_tag, coalesce(v.head ->> 'tag_description', '') as description
    from definitions d left join definition_versions v on v.code_tag = d.code_tag and v.version = d.live_version
    where (d.code_tag ilike ${pattern} or v.head ->> 'tag_description' ilike ${pattern}) and ${ofReachedDefinition('d.code_tag', operator)} order by d.code_tag limit ${sql.lit(SEARCH_RESULTS)}`.execute(
    db,
  )
  return rows
}
