import type { Customer } from '../customers/rules.ts'
import { acrossCustomers } from '../db/with-customer.ts'
import { fault } from '../http/fault.ts'
import type { Services } from '../services.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The form of an id or a code. @throws Fault http_not_found. */
export async function managedForm(services: Services, id: string): Promise<Customer> {
  const row = UUID.test(id)
    ? await acrossCustomers(services.database.kysely, (db) => db.selectFrom('customers').select('customer_code').where('id', '=', id).executeTakeFirst())
    : { customer_code: id }
  const customer = row && (await services.catalog.customer(row.customer_code))
  if (!customer) throw fault('http_not_found')
  return customer
}
