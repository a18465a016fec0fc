import { type Home, reaches, textSetting } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { managedForm } from '../../catalogue/customers/rules.ts'
import { managed } from '../../management/calls.ts'
import type { Operator } from '../../management/operator-session.ts'
import { readInOrder } from '../../management/paging.ts'
import { ofReachedDefinition, withinReach } from '../../management/reach.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { countThisWeek, type FormCount, requestCounter } from './request-counter.ts'
import { findTroubles } from './troubles.ts'

/** Maximum number of entries in each list of the dashboard's start page: drafts, forms and changes. */
const SHOWN = 10

/** Maximum number of changes that the dashboard's start page counts per draft. */
const COUNTED_CHANGES = 1_000

/** Maximum number of requests that expire soon which the dashboard's start page counts. */
const COUNTED = 10_000

/**
 * The dashboard's start page shows the latest changes. The server searches only this many of the newest entries in the
 * audit log for them.
 */
const SEARCHED_LINES = 1_000

/**
 * The first parts of audit log actions, such as `form` in `form.edit`. The dashboard's start page lists only these
 * actions
 * as changes.
 */
const CHANGES = ['asset', 'bundle', 'definition', 'form', 'mapping', 'operator', 'setting', 'template']

/** Registers the endpoint that returns the data of the dashboard's start page. */
export function getHome(app: FastifyInstance, { config, database, catalog }: RequestServices): void {
  const countRequests = requestCounter(database.kysely)
  managed(app, endpoints.getHome, async ({ operator, query: { form } }) => {
    const timeZone = textSetting(await catalog.settings(), 'time_zone')
    if (form !== undefined) await withinReach(database.kysely, operator, (db) => managedForm(db, form))
    const drafts = await acrossCustomers(database.kysely, (db) => findDrafts(db, operator, form))
    const reader = form === undefined ? operator : { ...operator, customers: [form] }
    // The requests of few forms are read by their index, and all of them count. Those of all forms are too many to read each time.
    const all = reader.customers === null ? await countRequests(timeZone) : undefined
    return withinReach(database.kysely, reader, async (db) => {
      const { counts, more } = all ?? (await countThisWeek(db, timeZone, reader))
      const forms = await busiestForms(db, counts)
      await readInOrder(db)
      return {
        troubles: await findTroubles(db, reader),
        drafts,
        expiring: await countExpiring(db, reader),
        mail_configured: operator.customers === null ? config.smtpUrl !== undefined : null,
        forms,
        more,
        changes: reaches(operator.role, 'operator') ? await findChanges(db, reader) : [],
      }
    })
  })
}

const reachedBy = ({ customers }: Operator) => (customers === null ? sql`true` : sql`customer_code = any(${customers})`)

/**
 * Returns the drafts that are not published yet, oldest first: of all definitions that the operator may manage, or of
 * one form. Changes that the author has undone are not counted.
 */
async function findDrafts(db: DeploymentDb, operator: Operator, form: string | undefined): Promise<Home['drafts']> {
  const ofForm = form === undefined ? sql`true` : sql`b.code_tag = (select c.code_tag from customers c where c.customer_code = ${form})`
  const { rows } = await sql<Home['drafts'][number] & { begun_at: Date }>`
    select found.*, (select greatest(0, count(*) - 2 * count(*) filter (where kind = 'undo'))::int from (
        select l.kind from draft_changes l where l.code_tag = found.code_tag and l.changed_at >= found.begun_at and l.kind <> 'reset'
        order by l.sequence desc limit ${sql.lit(COUNTED_CHANGES)}) as latest) as changes
    from (select b.code_tag, coalesce(v.head ->> 'tag_description', '') as description, b.begun_at, p.state as publication
      from drafts b join definitions d on d.code_tag = b.code_tag
        left join definition_versions v on v.code_tag = d.code_tag and v.version = d.live_version
        left join publications p on p.code_tag = d.code_tag and p.state in ('asked', 'planned')
      where b.prepared_from is null and ${ofReachedDefinition('b.code_tag', operator)} and ${ofForm} order by b.begun_at limit ${sql.lit(SHOWN)}) as found
    order by found.begun_at`.execute(db)
  return rows.map(({ begun_at, ...draft }) => ({ ...draft, begun_at: begun_at.toISOString() }))
}

async function countExpiring(db: DeploymentDb, operator: Operator): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select id from requests where state = 'awaiting_confirmation' and expires_at > now()
      and expires_at < now() + interval '24 hours' and ${reachedBy(operator)} limit ${sql.lit(COUNTED)}) as found`.execute(db)
  return rows[0]?.n ?? 0
}

/** Returns the forms with the most requests in the last seven days. */
async function busiestForms(db: DeploymentDb, counts: readonly FormCount[]): Promise<Home['forms']> {
  const busiest = counts.toSorted((one, other) => other.week - one.week || (one.form < other.form ? -1 : 1)).slice(0, SHOWN)
  const codes = busiest.map(({ form }) => form)
  const { rows } = await sql<{ form: string; description: string }>`
    select customer_code as form, description from customers where customer_code = any(${codes})`.execute(db)
  const descriptions = new Map(rows.map(({ form, description }) => [form, description]))
  return busiest.map((count) => ({ ...count, description: descriptions.get(count.form) ?? '' }))
}

interface Line {
  id: string
  logged_at: Date
  operator: string
  action: string
  subject: string
  customer_code: string
}

/**
 * Returns the latest changes by operators from the audit log. Leaves out entries about a single person, such as the
 * change of an account.
 */
async function findChanges(db: DeploymentDb, operator: Operator): Promise<Home['changes']> {
  const { rows } = await sql<Line>`
    select * from (select id, logged_at, operator, action, subject, customer_code from audit_lines where ${reachedBy(operator)}
      order by id desc limit ${sql.lit(SEARCHED_LINES)}) as newest
    where split_part(action, '.', 1) = any(${CHANGES}) and action not in ('form.visit', 'bundle.export') limit ${sql.lit(SHOWN)}`.execute(db)
  return rows.map(({ logged_at, customer_code, ...line }) => ({ ...line, timestamp: logged_at.getTime(), form: customer_code || null }))
}
