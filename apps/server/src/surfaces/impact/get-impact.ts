import { IMPACT_COUNTED, type Impact, isAuthType, isFreeAuthType, reaches } from '@sportello/contract'
import { endpoints, IMPACT_NAMED } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { managedForm } from '../../catalogue/customers/rules.ts'
import { managed } from '../../management/calls.ts'
import type { Operator } from '../../management/operator-session.ts'
import { isReachedDefinition, withinReach } from '../../management/reach.ts'
import type { DB } from '../../platform/db/schema.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import type { RequestServices } from '../../requests/requests/services.ts'

const NOTHING: Impact = {
  requests: 0,
  sessions: 0,
  links: 0,
  accounts: 0,
  tokens: 0,
  credentials: 0,
  mappings: 0,
  used_by: [],
  uses: 0,
  removed_modes: [],
  captcha_off: false,
}

/**
 * Registers the endpoint that counts the people and data that a dangerous change would affect. The endpoint itself
 * changes nothing.
 */
export function getImpact(app: FastifyInstance, { database: { kysely } }: RequestServices): void {
  managed(app, endpoints.getImpact, async ({ query: { form, definition, template = '' }, operator }) => {
    if (definition !== undefined) return ofDefinition(kysely, operator, definition)
    // Rejects authors, because they may not read numbers about visitors, and cannot change forms or templates.
    if (!reaches(operator.role, 'operator')) throw apiError('forms0018')
    return withinReach(kysely, operator, async (db) => {
      if (form === undefined) return { ...NOTHING, ...(await usersOfTemplate(db, template)) }
      const { customer_code } = await managedForm(db, form)
      return { ...NOTHING, ...(await countOfForms(db, [customer_code])) }
    })
  })
}

/**
 * Returns the effect of publishing the draft of a definition: the numbers of people who could no longer fill in the
 * forms that use it. Only operators get these numbers; authors do not.
 */
function ofDefinition(kysely: Kysely<DB>, operator: Operator, codeTag: string): Promise<Impact> {
  return acrossCustomers(kysely, async (db) => {
    if (!(await isReachedDefinition(db, operator, codeTag))) throw apiError('http_not_found')
    const { rows } = await sql<{ live: FormParams | null; draft: FormParams | null }>`
      select v.head -> 'form_params' as live, n.content -> 'form_params' as draft
      from definitions d join draft_nodes n on n.code_tag = d.code_tag and n.id = 'root'
        join definition_versions v on v.code_tag = d.code_tag and v.version = d.live_version
      where d.code_tag = ${codeTag}`.execute(db)
    const [{ live, draft } = { live: null, draft: null }] = rows
    if (live === null || draft === null) return NOTHING
    const removed = modesOf(live).filter((mode) => !modesOf(draft).includes(mode))
    const captcha = live.captcha === true && draft.captcha !== true && modesOf(draft).some(isFreeAuthType)
    if (removed.length === 0 && !captcha) return NOTHING
    const { used_by, uses } = await usersOfDefinition(db, codeTag)
    const counts = removed.length > 0 && reaches(operator.role, 'operator') ? await countOfForms(db, used_by) : {}
    return { ...NOTHING, ...counts, used_by: used_by.slice(0, IMPACT_NAMED), uses, removed_modes: removed, captcha_off: captcha }
  })
}

interface FormParams {
  auth_type?: unknown
  captcha?: unknown
}

const modesOf = ({ auth_type }: FormParams) => (Array.isArray(auth_type) ? auth_type.filter(isAuthType) : [])

/** Returns the forms that use a form definition and take their access modes from it. */
async function usersOfDefinition(db: DeploymentDb, codeTag: string): Promise<Pick<Impact, 'uses' | 'used_by'>> {
  const { rows } = await sql<{ customer_code: string }>`
    select customer_code from customers where code_tag = ${codeTag} and not params ? 'auth_type' order by customer_code`.execute(db)
  return { uses: rows.length, used_by: rows.map(({ customer_code }) => customer_code) }
}

/**
 * SQL expression that counts rows of a table: those of the given forms that satisfy a condition. Each of these tables
 * has
 * an index whose first column is the form.
 */
const count = (table: 'requests' | 'sessions' | 'accounts' | 'tokens' | 'credentials' | 'mappings', forms: readonly string[], condition = sql`true`) =>
  sql`(select count(*)::int from (select from ${sql.table(table)} where customer_code = any(${forms}) and ${condition} limit ${sql.lit(IMPACT_COUNTED)}) as found)`

async function countOfForms(db: DeploymentDb, forms: readonly string[]): Promise<Partial<Impact>> {
  const isOpen = sql`expires_at > now() and revoked_at is null`
  const { rows } = await sql<Partial<Impact>>`
    select ${count('requests', forms, sql`state in ('received', 'awaiting_confirmation', 'confirmed', 'failed')`)} as requests,
      ${count('sessions', forms, sql`${isOpen} and link_id is null`)} as sessions,
      ${count('sessions', forms, sql`${isOpen} and link_id is not null and used_at is null`)} as links,
      ${count('accounts', forms, sql`not disabled`)} as accounts,
      ${count('tokens', forms, sql`burned_at is null and not (single_use and used_at is not null)`)} as tokens,
      ${count('credentials', forms, sql`revoked_at is null`)} as credentials,
      ${count('mappings', forms)} as mappings`.execute(db)
  return rows[0] ?? {}
}

/**
 * Returns the forms that use a mail template. The query scans all forms without an index, which is fast enough for a
 * few thousand; row security limits the result to the forms that the operator may manage.
 */
async function usersOfTemplate(db: DeploymentDb, template: string): Promise<Partial<Impact>> {
  const { rows } = await sql<Pick<Impact, 'uses' | 'used_by'>>`
    select count(*)::int as uses, coalesce((array_agg(c.customer_code order by c.customer_code))[1:${sql.lit(IMPACT_NAMED)}], '{}') as used_by
    from customers c
      left join definitions d on d.code_tag = c.code_tag
      left join definition_versions v on v.code_tag = d.code_tag and v.version = d.live_version
      cross join lateral (select coalesce(v.head -> 'form_params', '{}') || c.params as params) as p
    where ${template} in (p.params ->> 'validation_email_template', p.params ->> 'success_email_template', p.params ->> 'states_email_template')`.execute(db)
  return rows[0] ?? {}
}
