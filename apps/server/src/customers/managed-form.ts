import type { DeploymentDb } from '../db/with-customer.ts'
import { fault } from '../http/fault.ts'
import type { Operator } from '../operators/rules.ts'
import { withinReach } from '../operators/rules.ts'
import type { Services } from '../services.ts'
import type { Customer } from './customer.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A form's row by its id or its code, in the reach of the transaction. @throws Fault http_not_found. */
export async function managedForm(db: DeploymentDb, id: string): Promise<{ customer_code: string; id: string }> {
  const row = await db
    .selectFrom('customers')
    .select(['customer_code', 'id'])
    .where((eb) => (UUID.test(id) ? eb('id', '=', id) : eb('customer_code', '=', id)))
    .executeTakeFirst()
  if (!row) throw fault('http_not_found')
  return row
}

/** A form as it is served, in an operator's reach. @throws Fault http_not_found. */
export async function managedCustomer({ database, catalog }: Services, operator: Operator, id: string): Promise<Customer> {
  const { customer_code } = await withinReach(database.kysely, operator, (db) => managedForm(db, id))
  const customer = await catalog.customer(customer_code)
  if (!customer) throw fault('http_not_found')
  return customer
}
