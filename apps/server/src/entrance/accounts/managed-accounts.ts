import { randomBytes } from 'node:crypto'
import { DEFAULT_LANGUAGE } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { managedCustomer, managedForm } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import { readWithinReach, withinReach } from '../../management/reach.ts'
import { requireVersion } from '../../management/versions.ts'
import type { Json } from '../../platform/db/schema.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { inputError } from '../../platform/http/input-errors.ts'
import { endSessionsOf } from '../sessions/queries.ts'
import { changePassword } from './change-password.ts'
import { requireUncommon } from './common-password.ts'
import { tooManyAttempts } from './failed-attempts.ts'
import { asCustomers } from './import-accounts.ts'
import { fitsMessage } from './known-size.ts'
import { lockedAccount, pageOfAccounts, readAccount, shownAccount } from './managed-queries.ts'
import { personOfAccount, usernameKey } from './names.ts'
import { hashPassword } from './passwords.ts'
import { burnRecoveries, insertAccount, updateAccount } from './queries.ts'
import { openRecovery } from './recover-account.ts'

/**
 * Registers the endpoints by which operators manage the visitors' accounts of a form. The specification does not
 * mention them.
 */
export function managedAccounts(app: FastifyInstance, services: CustomerServices): void {
  const { kysely } = services.database

  managed(app, endpoints.listAccounts, ({ params, query, operator }) =>
    readWithinReach(services.database, operator, async (db) => {
      const { rows, next } = await pageOfAccounts(db, (await managedForm(db, params.id)).customer_code, query)
      return { items: rows.map(shownAccount), next }
    }),
  )

  managed(app, endpoints.addAccount, async ({ params, body: { password, ...sent }, operator }) => {
    await requireUncommon(password, [sent.username, params.id])
    // An account that an operator creates without a password gets a random password. The account's owner then sets a
    // password through a recovery link.
    const password_hash = await hashPassword(password ?? randomBytes(32).toString('base64url'))
    return withinReach(kysely, operator, async (db) => {
      const { customer_code: code } = await managedForm(db, params.id)
      requireFit(sent.metadata)
      const key = usernameKey(sent.username)
      await requireFree(db, code, key)
      await insertAccount(asCustomers(db), code, { ...columns(sent), username_key: key, password_hash })
      const { id } = await find(db, code, key).executeTakeFirstOrThrow()
      if (sent.disabled) await setDisabled(db, code, id, true)
      await audit(db, operator, { action: 'account.add', subject: id, customer: code, after: audited(sent) })
      return shownAccount(await readAccount(db, code, id))
    })
  })

  managed(app, endpoints.editAccount, async ({ params, body: { password, ...sent }, operator, request }) => {
    await requireUncommon(password, [sent.username, params.id])
    const password_hash = password === undefined ? undefined : await hashPassword(password)
    return withinReach(kysely, operator, async (db) => {
      const { customer_code: code } = await managedForm(db, params.id)
      const before = await lockedAccount(db, code, params.accountId)
      if (!before) throw apiError('http_not_found')
      requireVersion(request, before.version)
      requireFit(sent.metadata)
      const key = usernameKey(sent.username)
      if (key !== before.username_key) await requireFree(db, code, key)
      await updateAccount(asCustomers(db), code, before.id, columns(sent))
      if (key !== before.username_key)
        await db.updateTable('accounts').set({ username_key: key }).where('customer_code', '=', code).where('id', '=', before.id).execute()
      // When the e-mail address of an account changes, the recovery links that were mailed to the old address become
      // invalid.
      if (sent.email !== before.email) await burnRecoveries(asCustomers(db), code, before.id)
      if (password_hash !== undefined) await changePassword(asCustomers(db), code, before.id, { password_hash })
      if (sent.disabled !== before.disabled) await setDisabled(db, code, before.id, sent.disabled)
      await audit(db, operator, {
        action: 'account.edit',
        subject: before.id,
        customer: code,
        before: audited(shownAccount(before)),
        after: {
          ...audited(sent),
          ...(sent.username !== before.username && { username_changed: true }),
          ...(sent.email !== before.email && { email_changed: true }),
          ...(password !== undefined && { password_changed: true }),
        },
      })
      return shownAccount(await readAccount(db, code, before.id))
    })
  })

  managed(app, endpoints.deleteAccount, ({ params, operator, request }) =>
    withinReach(kysely, operator, async (db) => {
      const { customer_code: code } = await managedForm(db, params.id)
      const before = await lockedAccount(db, code, params.accountId)
      if (!before) throw apiError('forms_mgmt0002')
      requireVersion(request, before.version)
      await endSessionsOf(asCustomers(db), code, personOfAccount(before.id))
      await db.deleteFrom('accounts').where('customer_code', '=', code).where('id', '=', before.id).execute()
      await audit(db, operator, { action: 'account.delete', subject: before.id, customer: code, before: audited(shownAccount(before)) })
      return {}
    }),
  )

  managed(app, endpoints.startRecovery, async ({ params, body: { by }, operator }) => {
    const customer = await managedCustomer(services, operator, params.id)
    if (!customer.params.auth_type?.includes('LOGIN')) throw apiError('forms_mgmt0001', [], 'id')
    return withinReach(kysely, operator, async (db) => {
      const account = await lockedAccount(db, customer.code, params.accountId)
      if (!account) throw apiError('http_not_found')
      if (account.disabled) throw apiError('forms_mgmt0001', [], 'disabled')
      if (by === 'mail' && account.email === null) throw inputError('email', 'missing')
      const code = await openRecovery(asCustomers(db), services.config, {
        customerCode: customer.code,
        accountId: account.id,
        email: by === 'mail' ? account.email : null,
        language: customer.published.languages[0]?.lang_code ?? DEFAULT_LANGUAGE,
      })
      if (code === undefined) throw tooManyAttempts(15 * 60)
      await audit(db, operator, { action: 'account.recovery', subject: account.id, customer: customer.code, after: { by } })
      if (by === 'mail') return { url: null, recipient: account.email }
      return { url: `${services.config.publicUrl}/${customer.code}/login?${new URLSearchParams({ recovery: code })}`, recipient: null }
    })
  })
}

interface Sent {
  username: string
  email: string | null
  metadata: Readonly<Record<string, unknown>>
  disabled: boolean
}

const columns = ({ username, email, metadata }: Sent) => ({ username, email, metadata: metadata as Json })

/**
 * Returns how the audit log describes a visitor's account: only the keys of the person's data, without values, name and
 * e-mail address.
 */
const audited = ({ email, metadata, disabled }: Sent) => ({ has_email: email !== null, known: Object.keys(metadata), disabled })

const find = (db: DeploymentDb, code: string, key: string) =>
  db.selectFrom('accounts').select('id').where('customer_code', '=', code).where('username_key', '=', key)

/** Checks that no account of the form has the user name yet. @throws ApiError forms_mgmt0003. */
async function requireFree(db: DeploymentDb, code: string, key: string): Promise<void> {
  if (await find(db, code, key).executeTakeFirst()) throw apiError('forms_mgmt0003', [], 'username')
}

/** Checks that the personal data of an account does not exceed its maximum size. @throws ApiError forms_mgmt0001. */
function requireFit(metadata: object): void {
  if (!fitsMessage(metadata)) throw inputError('metadata', 'too_much')
}

/**
 * Disables or enables a visitor's account. Disabling ends the account's sessions and invalidates its recovery links.
 */
async function setDisabled(db: DeploymentDb, code: string, id: string, disabled: boolean): Promise<void> {
  const now = sql<Date>`clock_timestamp()`
  await db
    .updateTable('accounts')
    .set({ disabled, updated_at: now, ...(disabled && { sessions_invalidated_at: now }) })
    .where('customer_code', '=', code)
    .where('id', '=', id)
    .execute()
  if (!disabled) return
  await burnRecoveries(asCustomers(db), code, id)
  await endSessionsOf(asCustomers(db), code, personOfAccount(id))
}
