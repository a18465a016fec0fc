import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Customer } from '../customers/rules.ts'
import { type CustomerDb, withCustomer } from '../db/with-customer.ts'
import { fault } from '../http/fault.ts'
import type { Services } from '../services.ts'

const hashOf = (credential: string) => createHash('sha256').update(credential).digest()

/** Makes a partner's credential for one form: 256 bits, returned here once. */
export async function makeCredential(db: CustomerDb, customerCode: string, description: string): Promise<string> {
  const credential = randomBytes(32).toString('base64url')
  await db
    .insertInto('credentials')
    .values({ customer_code: customerCode, credential_hash: hashOf(credential), description })
    .execute()
  return credential
}

/** Whether a call is a partner's (mode B2B). @throws Fault forms0011 for a credential that is none of this form, or of a form that takes none. */
export async function isPartner(services: Services, customer: Customer, request: FastifyRequest): Promise<boolean> {
  // Another scheme is not meant for us: a proxy in front may ask for a password of its own.
  const given = /^Bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (given === undefined) return false
  const found =
    customer.params.auth_type?.includes('B2B') &&
    (await withCustomer(services.database.kysely, customer.code, (db) =>
      db
        .selectFrom('credentials')
        .select('id')
        .where('customer_code', '=', customer.code)
        .where('credential_hash', '=', hashOf(given))
        .where('revoked_at', 'is', null)
        .executeTakeFirst(),
    ))
  if (!found) throw fault('forms0011')
  return true
}
