import type { ShownOperator } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { hashPassword, requireUncommon } from '../../entrance/accounts/rules.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import { withinReach } from '../../management/reach.ts'
import { requireVersion } from '../../management/versions.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { inputError } from '../../platform/http/input-errors.ts'

/**
 * Registers the endpoints by which owners manage operators. An owner cannot be changed or deleted if no other owner
 * could then sign in.
 */
export function managedOperators(app: FastifyInstance, services: CustomerServices): void {
  const { kysely } = services.database

  managed(app, endpoints.listOperators, ({ operator }) => withinReach(kysely, operator, (db) => shown(db).orderBy('username').execute()))

  managed(app, endpoints.addOperator, async ({ body: { password, ...body }, operator }) => {
    const values = withOwnLanguages(body)
    await requireUncommon(password, namesOf(values))
    const password_hash = password === undefined ? null : await hashPassword(password)
    return withinReach(kysely, operator, async (db) => {
      await requireForms(db, values.customers)
      const row = await db
        .insertInto('operators')
        .values({ ...values, password_hash })
        .onConflict((conflict) => conflict.doNothing())
        .returning('username')
        .executeTakeFirst()
      if (!row) throw apiError('forms_mgmt0003', [], 'username')
      await audit(db, operator, { action: 'operator.add', subject: values.username, after: values })
      return one(db, values.username)
    })
  })

  managed(app, endpoints.editOperator, async ({ params: { username }, body: { password, ...body }, operator, request }) => {
    const values = withOwnLanguages(body)
    await requireUncommon(password, namesOf(values))
    const password_hash = password === undefined ? undefined : await hashPassword(password)
    return withinReach(kysely, operator, async (db) => {
      if (values.username !== username) throw inputError('username', 'fixed')
      const before = await shown(db).where('username', '=', username).forUpdate().executeTakeFirst()
      if (!before) throw apiError('http_not_found')
      requireVersion(request, before.version)
      await requireForms(db, values.customers)
      await db
        .updateTable('operators')
        .set({ ...values, ...(password_hash !== undefined && { password_hash }), updated_at: sql<Date>`now()` })
        .where('username', '=', username)
        .execute()
      await requireAnOwner(db, 'role')
      if (password_hash !== undefined || values.disabled) await endSessions(db, username)
      // Deletes the operator's passkeys when an owner sets a new password, because an intruder may have added one of
      // them.
      const passkeys =
        password_hash === undefined ? 0n : (await db.deleteFrom('operator_passkeys').where('username', '=', username).executeTakeFirst()).numDeletedRows
      await audit(db, operator, {
        action: 'operator.edit',
        subject: username,
        before: audited(before),
        after: { ...values, password_changed: password !== undefined, ...(passkeys > 0n && { passkeys_deleted: Number(passkeys) }) },
      })
      return one(db, username)
    })
  })

  managed(app, endpoints.deleteOperator, ({ params: { username }, operator, request }) =>
    withinReach(kysely, operator, async (db) => {
      const before = await shown(db).where('username', '=', username).forUpdate().executeTakeFirst()
      if (!before) throw apiError('forms_mgmt0002')
      requireVersion(request, before.version)
      await db.deleteFrom('operators').where('username', '=', username).execute()
      await requireAnOwner(db, 'username')
      await audit(db, operator, { action: 'operator.delete', subject: username, before: audited(before) })
      return {}
    }),
  )
}

/**
 * Removes the languages from an operator whose role does not use them.
 * @throws ApiError forms_mgmt0001 for a translator without a language
 */
function withOwnLanguages<T extends Pick<ShownOperator, 'role' | 'languages'>>(sent: T): T {
  if (sent.role !== 'translator') return { ...sent, languages: [] }
  if (sent.languages.length === 0) throw inputError('languages', 'missing')
  return { ...sent, languages: [...new Set(sent.languages)] }
}

const namesOf = ({ username, name, surname, email }: Pick<ShownOperator, 'username' | 'name' | 'surname' | 'email'>) => [username, name, surname, email]

const shown = (db: DeploymentDb) =>
  db
    .selectFrom('operators')
    .select(['username', 'email', 'name', 'surname', 'role', 'customers', 'languages', 'disabled'])
    .select([sql<boolean>`totp_confirmed_at is not null`.as('authenticator'), sql<string>`operators.xmin::text`.as('version')])
    .$castTo<ShownOperator>()

const one = (db: DeploymentDb, username: string) => shown(db).where('username', '=', username).executeTakeFirstOrThrow()

function audited({ version: _version, ...operator }: ShownOperator): object {
  return operator
}

/** Checks that all forms to which the operator is limited exist. @throws ApiError forms_mgmt0001. */
async function requireForms(db: DeploymentDb, customers: readonly string[] | null): Promise<void> {
  if (customers === null || customers.length === 0) return
  const known = await db
    .selectFrom('customers')
    .select('customer_code')
    .where('customer_code', 'in', [...new Set(customers)])
    .execute()
  if (known.length < new Set(customers).size) throw inputError('customers', 'absent')
}

/**
 * Key of a PostgreSQL advisory lock. Changes that may remove the last owner take this lock, so that they run one after
 * the
 * other. The number is arbitrary.
 */
const OWNERS_LOCK = 7_021_977

/**
 * Checks that the deployment still has an owner who may manage all of it. Holds a lock until the transaction ends.
 * Without
 * it, two owners could demote each other at the same time, and each check would still see the other as an owner.
 * @throws ApiError forms_mgmt0001.
 */
async function requireAnOwner(db: DeploymentDb, field: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${OWNERS_LOCK})`.execute(db)
  const owner = await db
    .selectFrom('operators')
    .select('username')
    .where('role', '=', 'owner')
    .where('customers', 'is', null)
    .where('disabled', '=', false)
    .executeTakeFirst()
  if (!owner) throw inputError(field, 'last_owner')
}

async function endSessions(db: DeploymentDb, username: string): Promise<void> {
  await db.updateTable('operator_sessions').set({ revoked_at: sql<Date>`now()` }).where('username', '=', username).where('revoked_at', 'is', null).execute()
}
