import type { ShownLink } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { readPeople } from '../bundle/rules.ts'
import { managedCustomer, managedForm } from '../customers/rules.ts'
import type { DeploymentDb } from '../db/with-customer.ts'
import { Fault, fault } from '../http/fault.ts'
import { likePattern } from '../http/like-pattern.ts'
import { audit, managed, PAGE_READ, paged, withinReach } from '../operators/rules.ts'
import type { Services } from '../services.ts'
import { LinksRefused, makeLinks } from './make-links.ts'

/** People of one call, as many as its list may hold. */
const MAX_PEOPLE = 10_000

/** Personal links of a form. One is said once, when it is made: what is kept is a hash. */
export function managedLinks(app: FastifyInstance, services: Services): void {
  const { kysely } = services.database

  managed(app, endpoints.listLinks, ({ params, query: { known = '', state, sort = '-created', after }, operator }) =>
    withinReach(kysely, operator, async (db) => {
      const { customer_code: code } = await managedForm(db, params.id)
      const [later, direction] = sort === 'created' ? (['>', 'asc'] as const) : (['<', 'desc'] as const)
      const rows = await links(db, code)
        .$if(known !== '', (found) =>
          found.where(
            sql<boolean>`exists (select from jsonb_each_text(case when jsonb_typeof(known_data) = 'object' then known_data else '{}' end) as datum where datum.value ilike ${likePattern(known)})`,
          ),
        )
        .$if(state !== undefined, (found) => found.where(STATE, '=', state as ShownLink['state']))
        .$if(after !== undefined, (found) => found.where('link_id', later, after ?? ''))
        .orderBy('link_id', direction)
        .limit(PAGE_READ)
        .execute()
      const page = paged(rows, 'id')
      return { items: page.rows.map(shown), next: page.next }
    }),
  )

  managed(app, endpoints.makeLinks, async ({ params, body: { people, table }, operator }) => {
    const customer = await managedCustomer(services, operator, params.id)
    const made = await makeLinks(services, customer, people ?? peopleOf(table ?? ''), operator.username).catch((error: unknown) => {
      throw error instanceof LinksRefused ? refused(error) : error
    })
    await withinReach(kysely, operator, (db) =>
      audit(db, operator, { action: 'link.add', subject: customer.code, customer: customer.code, after: { count: made.length } }),
    )
    return made
  })

  managed(app, endpoints.revokeLink, ({ params, operator }) =>
    withinReach(kysely, operator, async (db) => {
      const { customer_code: code } = await managedForm(db, params.id)
      const before = await links(db, code).where('link_id', '=', params.linkId).forUpdate().executeTakeFirst()
      if (!before) throw fault('forms_mgmt0002')
      if (before.state === 'revoked') return shown(before)
      if (before.state !== 'unused') throw fault('forms_mgmt0004')
      await db
        .updateTable('sessions')
        .set({ revoked_at: sql<Date>`now()`, expires_at: sql<Date>`now()` })
        .where('customer_code', '=', code)
        .where('link_id', '=', params.linkId)
        .execute()
      await audit(db, operator, { action: 'link.revoke', subject: params.linkId, customer: code })
      return shown(await links(db, code).where('link_id', '=', params.linkId).executeTakeFirstOrThrow())
    }),
  )
}

const STATE = sql<ShownLink['state']>`case when revoked_at is not null then 'revoked' when used_at is not null then 'used'
  when expires_at <= now() then 'expired' else 'unused' end`

const links = (db: DeploymentDb, code: string) =>
  db
    .selectFrom('sessions')
    .select(['link_id as id', 'known_data', 'made_by', 'created_at', 'expires_at', 'used_at', 'revoked_at', STATE.as('state')])
    .$narrowType<{ id: string }>()
    .where('customer_code', '=', code)
    .where('link_id', 'is not', null)

type Row = Awaited<ReturnType<ReturnType<typeof links>['execute']>>[number]

const shown = ({ known_data, created_at, expires_at, used_at, revoked_at, ...row }: Row): ShownLink => ({
  ...row,
  known: known_data as ShownLink['known'],
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
  used_at: used_at?.toISOString() ?? null,
  revoked_at: revoked_at?.toISOString() ?? null,
})

/** @throws Fault forms_mgmt0001. */
function peopleOf(table: string): Record<string, string>[] {
  const people = (() => {
    try {
      return readPeople(table)
    } catch (error) {
      throw refused(error instanceof Error ? error : new Error(String(error)))
    }
  })()
  if (people.length === 0 || people.length > MAX_PEOPLE) throw refused(new Error(`must hold 1 to ${MAX_PEOPLE} rows`))
  return people
}

function refused({ message }: Error): Fault {
  return new Fault([{ code: 'forms_mgmt0001', field: 'people', params: [message] }])
}
