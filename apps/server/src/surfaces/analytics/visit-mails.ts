import type { VisitMail } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { managedForm } from '../../catalogue/customers/rules.ts'
import { queueAddressMail } from '../../delivery/mail/rules.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import type { Operator } from '../../management/operator-session.ts'
import { withinReach } from '../../management/reach.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'
import { inputError } from '../../platform/http/input-errors.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { isAddressCode } from './own-address.ts'

/** Registers the endpoints by which an operator subscribes to the weekly figures of a form, and confirms the own address. */
export function visitMails(app: FastifyInstance, { database, config }: RequestServices): void {
  const { kysely } = database
  managed(app, endpoints.getVisitMail, ({ params, operator }) =>
    withinReach(kysely, operator, async (db) => stateOf(db, operator, (await managedForm(db, params.form)).customer_code)),
  )

  managed(app, endpoints.subscribeVisitMail, ({ params, body: { language }, operator }) =>
    withinReach(kysely, operator, async (db) => {
      const { customer_code: form } = await managedForm(db, params.form)
      const { email, confirmed } = await addressOf(db, operator)
      if (email === '') throw inputError('email', 'missing')
      const row = await db
        .insertInto('visit_subscriptions')
        .values({ customer_code: form, operator: operator.username, lang_code: language })
        .onConflict((clash) => clash.doNothing())
        .returning('operator')
        .executeTakeFirst()
      if (row) await audit(db, operator, { action: 'visits.subscribe', subject: form, customer: form })
      if (!confirmed) await queueAddressMail(db, { operator: operator.username, recipient: email, language, form })
      return { subscribed: true, email, confirmed }
    }),
  )

  managed(app, endpoints.unsubscribeVisitMail, ({ params, operator }) =>
    withinReach(kysely, operator, async (db) => {
      const { customer_code: form } = await managedForm(db, params.form)
      const { numDeletedRows } = await db
        .deleteFrom('visit_subscriptions')
        .where('customer_code', '=', form)
        .where('operator', '=', operator.username)
        .executeTakeFirst()
      if (numDeletedRows > 0n) await audit(db, operator, { action: 'visits.unsubscribe', subject: form, customer: form })
      return stateOf(db, operator, form)
    }),
  )

  managed(app, endpoints.confirmOwnAddress, ({ body: { code }, operator }) =>
    // The entry in the audit log belongs to no form, so that an operator of some forms could not write it.
    acrossCustomers(kysely, async (db) => {
      const { email, confirmed } = await addressOf(db, operator)
      if (!isAddressCode(config, operator.username, email, code)) throw inputError('code', 'wrong')
      if (confirmed) return {}
      await db.updateTable('operators').set({ confirmed_email: email }).where('username', '=', operator.username).where('email', '=', email).execute()
      await audit(db, operator, { action: 'address.confirm', subject: operator.username })
      return {}
    }),
  )
}

async function stateOf(db: DeploymentDb, operator: Operator, form: string): Promise<VisitMail> {
  const row = await db
    .selectFrom('visit_subscriptions')
    .select('operator')
    .where('customer_code', '=', form)
    .where('operator', '=', operator.username)
    .executeTakeFirst()
  return { subscribed: row !== undefined, ...(await addressOf(db, operator)) }
}

async function addressOf(db: DeploymentDb, { username }: Operator): Promise<{ email: string; confirmed: boolean }> {
  const { email, confirmed_email } = await db
    .selectFrom('operators')
    .select(['email', 'confirmed_email'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return { email, confirmed: email !== '' && confirmed_email === email }
}
