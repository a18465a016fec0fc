import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { type CustomerDb, withCustomer } from '../../platform/db/with-customer.ts'
import { type Fault, fault } from '../../platform/http/fault.ts'
import { route } from '../../platform/http/route.ts'
import { countFailure, holdTries, secondsToWait, type Try, tooMany } from './failed-tries.ts'
import { addressKey } from './names.ts'
import { findRecovery } from './queries.ts'
import { hashOfRecovery } from './recover-account.ts'

/** Why a code cannot be used; undefined where it can. */
export async function recoveryFault(db: CustomerDb, customerCode: string, codeHash: Buffer): Promise<Fault | undefined> {
  const found = await findRecovery(db, customerCode, codeHash)
  if (!found) return fault('forms0011')
  if (found.used_at) return fault('forms0042')
  return found.expired ? fault('forms0040') : undefined
}

/** As `recoveryFault`; a code that cannot be used counts as a failed try of the network address, so that codes are not guessed faster by one call than by another. */
export async function countedRecoveryFault(services: CustomerServices, customer: Customer, code: string, address: string): Promise<Fault | undefined> {
  const tried: Try = { kind: 'login', account: null, address: addressKey(services.config, customer.code, address) }
  return withCustomer(services.database.kysely, customer.code, async (db) => {
    await holdTries(db, tried)
    const wait = await secondsToWait(db, customer, tried)
    if (wait !== null) return tooMany(wait)
    const refused = await recoveryFault(db, customer.code, hashOfRecovery(code))
    if (refused) await countFailure(db, customer.code, tried)
    return refused
  })
}

/** Checks the code of a mailed link to a new password without using it. @throws Fault forms0011, forms0040, forms0042, forms0045: as setting the password */
export async function requireUsableRecovery(services: CustomerServices, customer: Customer, code: string, address: string): Promise<void> {
  const refused = await countedRecoveryFault(services, customer, code, address)
  if (refused) throw refused
}

export function checkRecovery(app: FastifyInstance, services: CustomerServices): void {
  route(app, endpoints.checkRecovery, async ({ params, query, request }) => {
    const customer = await services.openCustomer(params.customerCode)
    await requireUsableRecovery(services, customer, query.code, request.ip)
    return { usable: true as const }
  })
}
