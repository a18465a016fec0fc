import type { Operator } from '../../management/operator-session.ts'
import { withinReach } from '../../management/reach.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import type { Customer } from './customer.ts'
import type { CustomerServices } from './services.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Returns the database row of a form, found by the form's id or code, if the operator may manage the form.
 * @throws ApiError http_not_found.
 */
export async function managedForm(db: DeploymentDb, id: string): Promise<{ customer_code: string; id: string }> {
  const row = await db
    .selectFrom('customers')
    .select(['customer_code', 'id'])
    .where((eb) => (UUID.test(id) ? eb('id', '=', id) : eb('customer_code', '=', id)))
    .executeTakeFirst()
  if (!row) throw apiError('http_not_found')
  return row
}

/**
 * Returns the cached customer to which a form belongs, if the operator may manage the form. @throws ApiError
 * http_not_found.
 */
export async function managedCustomer({ database, catalog }: CustomerServices, operator: Operator, id: string): Promise<Customer> {
  const { customer_code } = await withinReach(database.kysely, operator, (db) => managedForm(db, id))
  const customer = await catalog.customer(customer_code)
  if (!customer) throw apiError('http_not_found')
  return customer
}
