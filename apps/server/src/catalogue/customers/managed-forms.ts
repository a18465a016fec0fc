import type { AuthType, FormSetting, InputFault, ShownForm } from '@sportello/contract'
import { destinationsOf, endpoints, RESERVED_CODES, requiredSecret, type SentFormOutput, unkeyedDestinations } from '@sportello/contract/schemas'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import type { Operator } from '../../management/operator-session.ts'
import { inOrder } from '../../management/paging.ts'
import { readWithinReach, withinReach } from '../../management/reach.ts'
import { requireVersion } from '../../management/versions.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { ApiError, apiError } from '../../platform/http/api-error.ts'
import { inputError } from '../../platform/http/input-errors.ts'
import { likePattern } from '../../platform/http/like-pattern.ts'
import { managedForm } from './managed-form.ts'
import { uploadFaults } from './own-pictures.ts'
import { formColumns, settingOf } from './queries.ts'
import { withoutSecrets, withStoredSecrets } from './secrets.ts'
import type { CustomerServices } from './services.ts'

/**
 * Registers the endpoints that manage form settings (administrator specification, section 7). Every server process uses
 * a changed setting as soon as it has received the database notification.
 */
export function managedForms(app: FastifyInstance, services: CustomerServices): void {
  const { kysely } = services.database

  managed(app, endpoints.listForms, ({ query: { page, size, sort = 'code', ...filters }, operator, reply }) =>
    readWithinReach(services.database, operator, async (db) => {
      if (page === undefined) {
        const all = await inOrder(filtered(db, filters), ORDERS, sort).execute()
        reply.header('x-total-count', all.length)
        return all.map(shown)
      }
      const { total } = await filtered(db, filters)
        .clearSelect()
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      reply.header('x-total-count', total)
      // First selects one page of form codes. The database then joins the definitions of this page's forms only.
      const codes = await inOrder(filtered(db, filters), ORDERS, sort)
        .clearSelect()
        .select('c.customer_code')
        .limit(size)
        .offset((page - 1) * size)
        .execute()
      if (codes.length === 0) return []
      const rows = await filtered(db, {})
        .where(
          'c.customer_code',
          'in',
          codes.map(({ customer_code }) => customer_code),
        )
        .execute()
      const place = new Map(codes.map(({ customer_code }, at) => [customer_code, at]))
      rows.sort((one, other) => (place.get(one.customer_code) ?? 0) - (place.get(other.customer_code) ?? 0))
      return rows.map(shown).map(withoutPictures)
    }),
  )

  managed(app, endpoints.getForm, ({ params, operator, reply }) =>
    withinReach(kysely, operator, async (db) => tagged(reply, await read(db, (await managedForm(db, params.id)).customer_code))),
  )

  managed(app, endpoints.addForm, ({ body, operator, reply }) =>
    withinReach(kysely, operator, async (db) => {
      requireReach(operator, body.code_form)
      await requireSound(db, services, operator, body)
      const setting = withStoredSecrets(body, undefined)
      requireDestinations(services, setting)
      const row = await db
        .insertInto('customers')
        .values({ customer_code: body.code_form, ...formColumns(setting) })
        .onConflict((conflict) => conflict.doNothing())
        .returning('customer_code')
        .executeTakeFirst()
      if (!row) throw apiError('forms_mgmt0003', [], 'code_form')
      const after = await read(db, body.code_form)
      await audit(db, operator, { action: 'form.add', subject: body.code_form, customer: body.code_form, after: withoutPictures(after) })
      return tagged(reply, after)
    }),
  )

  managed(app, endpoints.editForm, ({ params, body, operator, request, reply }) =>
    withinReach(kysely, operator, async (db) => {
      const { customer_code: code } = await managedForm(db, params.id)
      // Rejects a change of the form code, because all submitted data is stored under the code.
      if (body.code_form !== code) throw inputError('code_form', 'fixed')
      await requireSound(db, services, operator, body)
      const stored = await db.selectFrom('customers').selectAll().where('customer_code', '=', code).forUpdate().executeTakeFirstOrThrow()
      const before = await read(db, code)
      requireVersion(request, before.version)
      const setting = withStoredSecrets(body, settingOf(stored))
      requireDestinations(services, setting)
      await db.updateTable('customers').set(formColumns(setting)).where('customer_code', '=', code).execute()
      const after = await read(db, code)
      await audit(db, operator, { action: 'form.edit', subject: code, customer: code, before: withoutPictures(before), after: withoutPictures(after) })
      return tagged(reply, after)
    }),
  )

  managed(app, endpoints.deleteForm, ({ params, operator, request }) =>
    withinReach(kysely, operator, async (db) => {
      const row = await managedForm(db, params.id).catch(() => undefined)
      if (!row) throw apiError('forms_mgmt0002')
      const code = row.customer_code
      await db.selectFrom('customers').select('id').where('customer_code', '=', code).forUpdate().execute()
      const before = await read(db, code)
      requireVersion(request, before.version)
      const { kept } = await db
        .selectNoFrom(({ exists, selectFrom }) => exists(selectFrom('requests').where('customer_code', '=', code).select('id')).as('kept'))
        .executeTakeFirstOrThrow()
      // A form with requests can be deactivated but not deleted, because the server never loses a request that it has
      // acknowledged.
      if (kept) throw new ApiError([{ code: 'forms_mgmt0002', params: ['has_requests'] }], { status: 409 })
      await db.deleteFrom('customers').where('customer_code', '=', code).execute()
      await audit(db, operator, { action: 'form.delete', subject: code, customer: code, before: withoutPictures(before) })
      return {}
    }),
  )

  managed(app, endpoints.listTagForms, ({ operator }) =>
    withinReach(kysely, operator, async (db) => {
      const { rows } = await sql<{ value: string; class: string; description: string; form_params: Record<string, unknown> & { auth_type: string[] } }>`
        select d.code_tag as value, coalesce(v.head ->> 'class', '') as class, coalesce(v.head ->> 'tag_description', '') as description,
          jsonb_build_object('auth_type', '[]'::jsonb) || coalesce(v.head -> 'form_params', '{}') - ${SECRETS}::text[] as form_params
        from definitions d join definition_versions v on v.code_tag = d.code_tag and v.version = d.live_version
        where ${operator.customers === null} or exists (select from customers c where c.code_tag = d.code_tag)
        order by d.code_tag`.execute(db)
      return rows
    }),
  )
}

const CODE = ['c.customer_code', 'asc'] as const

/**
 * The sort orders of the list of forms. Some have no index: the database sorts in memory, which is fast enough for a
 * few thousand forms.
 */
const ORDERS = {
  code: [CODE],
  description: [[sql`lower(c.description)`, 'asc'], CODE],
  tag: [['c.code_tag', 'asc'], CODE],
  maintenance: [['c.active', 'desc'], CODE],
} as const

/** The parameters of a form definition that the server never sends to operators. */
const SECRETS = ['sso_secret_aes', 'recaptcha_secret', 'key', 'oidc', 'destination']

function requireReach({ customers }: Operator, code: string): void {
  if (customers !== null && !customers.includes(code)) throw apiError('forms0018')
}

/** Checks a form setting. @throws ApiError forms_mgmt0001 with an entry for each invalid field. */
async function requireSound(db: DeploymentDb, { config }: CustomerServices, { customers }: Operator, body: SentFormOutput): Promise<void> {
  const definition = await db
    .selectFrom('definitions as d')
    .select('live_version')
    .where('d.code_tag', '=', body.code_tag)
    // An operator who may manage only some forms may not use every form definition, but only the definitions that these
    // forms already use.
    .where(({ or, val, exists, selectFrom }) =>
      or([val(customers === null), exists(selectFrom('customers as c').select('c.id').whereRef('c.code_tag', '=', 'd.code_tag'))]),
    )
    .executeTakeFirst()
  const faults = [
    ...(RESERVED_CODES.includes(body.code_form) || body.code_form === config.serviceName ? [['code_form', 'reserved']] : []),
    // An operator can create a form before its definition is published for the first time, if the form is not active
    // yet.
    ...(definition?.live_version || (definition && !body.active) ? [] : [['code_tag', 'absent']]),
    ...[...uploadFaults(body)].map(({ pointer }) => [pointer.slice(1).replaceAll('/', '.'), 'format']),
  ] as [field: string, reason: InputFault][]
  const [first, ...more] = faults.map(([field, reason]) => ({ code: 'forms_mgmt0001' as const, field, params: [reason] }))
  if (first) throw new ApiError([first, ...more])
}

/**
 * Checks the settings of a form's ticket destinations and login provider. Sends no request to them.
 * @throws ApiError forms_mgmt0001.
 */
function requireDestinations({ outbound }: CustomerServices, { params }: Pick<SentFormOutput, 'params'>): void {
  const unkeyed = unkeyedDestinations(params)
  const isList = Array.isArray(params.destination)
  const faults = destinationsOf(params).flatMap((each, index) => {
    const at = ['params.destination', ...(isList ? [index] : [])].join('.')
    return [
      ...(unkeyed.includes(each.name) ? [{ field: `${at}.${requiredSecret(each.kind)}`, params: ['missing'] }] : []),
      ...('url' in each && isRefused(outbound, each.url) ? [{ field: `${at}.url`, params: ['inside_address'] }] : []),
    ]
  })
  if (params.oidc && isRefused(outbound, params.oidc.issuer)) faults.push({ field: 'params.oidc.issuer', params: ['inside_address'] })
  const [first, ...more] = faults.map((each) => ({ code: 'forms_mgmt0001' as const, ...each }))
  if (first) throw new ApiError([first, ...more])
}

function isRefused(outbound: CustomerServices['outbound'], url: string): boolean {
  try {
    outbound.check(new URL(url))
    return false
  } catch {
    return true
  }
}

interface Filters {
  code?: string | undefined
  description?: string | undefined
  tag?: string | undefined
  auth?: string | undefined
}

/**
 * SQL expression for the access modes of a form: the form's own parameter `auth_type` or, if the form does not set it,
 * the
 * parameter of the form's definition.
 */
const AUTH = sql<AuthType[]>`coalesce(c.params -> 'auth_type', v.head -> 'form_params' -> 'auth_type', '[]')`

function filtered(db: DeploymentDb, { code, description, tag, auth }: Filters) {
  return db
    .selectFrom('customers as c')
    .leftJoin('definitions as d', 'd.code_tag', 'c.code_tag')
    .leftJoin('definition_versions as v', (join) => join.onRef('v.code_tag', '=', 'd.code_tag').onRef('v.version', '=', 'd.live_version'))
    .selectAll('c')
    .select([AUTH.as('auth_type'), sql<boolean>`v.version is not null`.as('tag_exists'), sql<string>`c.xmin::text`.as('version')])
    .$if(Boolean(code), (query) => query.where('c.customer_code', 'ilike', likePattern(code ?? '')))
    .$if(Boolean(description), (query) => query.where('c.description', 'ilike', likePattern(description ?? '')))
    .$if(Boolean(tag), (query) => query.where('c.code_tag', 'ilike', likePattern(tag ?? '')))
    .$if(Boolean(auth), (query) => query.where(sql`${AUTH}::text`, 'ilike', likePattern(auth ?? '')))
}

type Row = Awaited<ReturnType<ReturnType<typeof filtered>['execute']>>[number]

async function read(db: DeploymentDb, code: string): Promise<ShownForm> {
  return shown(await filtered(db, {}).where('c.customer_code', '=', code).executeTakeFirstOrThrow())
}

function shown(row: Row): ShownForm {
  const { setting, secrets } = withoutSecrets(settingOf(row))
  return {
    ...(setting as Omit<ShownForm, 'id' | 'secrets' | 'auth_type' | 'tag_exists' | 'version'>),
    id: row.id,
    secrets,
    auth_type: row.auth_type,
    tag_exists: row.tag_exists,
    version: row.version,
  }
}

/**
 * Prepares a form for the list: replaces each uploaded picture by its name, because the pictures would make up most of
 * the response's size.
 */
function withoutPictures(form: ShownForm): ShownForm {
  const bare = (params: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(params).map(([key, value]) => {
        const picture = value as Partial<NonNullable<FormSetting['liveChatParams']['chatIcon']>> | null
        return [key, typeof picture === 'object' && typeof picture?.value === 'string' ? { name: picture.name ?? '' } : value]
      }),
    )
  return { ...form, templateParams: { ...form.templateParams, params: bare(form.templateParams.params) }, liveChatParams: bare(form.liveChatParams) }
}

function tagged(reply: FastifyReply, form: ShownForm): ShownForm {
  reply.header('etag', `"${form.version}"`)
  return form
}
