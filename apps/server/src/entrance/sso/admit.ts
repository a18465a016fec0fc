import { createHash } from 'node:crypto'
import type { KnownData } from '@sportello/contract'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { acrossCustomers, withCustomer } from '../../platform/db/with-customer.ts'
import { belongToDifferentCustomers, findRoute, type Levels, logMapping } from '../routing/queries.ts'
import { levelsWithoutPerson } from '../routing/rules.ts'
import { takeMessage } from '../sessions/queries.ts'
import { type Entrant, openSession } from './enter.ts'

/** Somebody at the door of a form, with what lets them in once. */
export interface Arrival {
  by: Entrant['by']
  person?: string
  /** As an entrant's. */
  stamp?: string
  known: KnownData
  /** Taken once a customer. */
  once: string
  /** Whose client it is; undefined where the form that was come to is the one that is meant. */
  levels?: Levels
}

/** Longer than any message lives and any clock is wrong. */
const REMEMBERED_S = 3_600

/** Where a way in that failed leads: always here, so that nobody learns why. */
export const rejectedAt = (customerCode: string) => `/${customerCode}/authError`

/** Lets somebody in. @returns the path to lead the browser to: the form with its new session's code, or the page that says that access failed. */
export async function admit(services: CustomerServices, customer: Customer, arrival: Arrival): Promise<string> {
  const refused = rejectedAt(customer.code)
  if (!(await takeOnce(services, customer, arrival.once))) return refused
  const route = arrival.levels ? await routeOf(services, customer, arrival.levels, arrival.known) : { customer, mappingId: null }
  if (!route) return refused
  if (!route.customer.setting.active) return `/${route.customer.code}/mantainance`
  const { by, person, stamp, known } = arrival
  const who = { by, known, ...(person !== undefined && { person }), ...(stamp !== undefined && { stamp }) }
  const code = await openSession(services, route.customer, { ...who, mappingId: route.mappingId })
  return code === undefined ? refused : `/${route.customer.code}/sso?${new URLSearchParams({ code })}`
}

/** What no arrival brings: taken by the first who is refused for another reason, and found taken by all others. */
const NOBODYS = ''

/** Refuses who brings nothing that could be taken, at the cost of what was taken before: its time does not tell why either. @returns as `admit` */
export async function refuse(services: CustomerServices, customer: Customer): Promise<string> {
  await takeOnce(services, customer, NOBODYS)
  return rejectedAt(customer.code)
}

function takeOnce({ database }: CustomerServices, customer: Customer, once: string): Promise<boolean> {
  const hash = createHash('sha256').update(once).digest()
  return withCustomer(database.kysely, customer.code, (db) => takeMessage(db, customer.code, hash, REMEMBERED_S))
}

/** The form that the client is routed to, which may be another than the one that was come to; undefined where it is routed nowhere. */
async function routeOf(
  services: CustomerServices,
  customer: Customer,
  levels: Levels,
  known: KnownData,
): Promise<{ customer: Customer; mappingId: string | null } | undefined> {
  const { kysely } = services.database
  const found = await withCustomer(kysely, customer.code, (db) => findRoute(db, levels))
  // What one form's key vouches for counts at another only where nobody has the key of the one alone.
  const isApart =
    found &&
    found.customer_code !== customer.code &&
    (await acrossCustomers(kysely, (db) => belongToDifferentCustomers(db, customer.code, found.customer_code)))
  const route = isApart ? undefined : found
  if (!route) {
    const line = { levels: levelsWithoutPerson(services.config.secretKey, levels, known), action: 'notFound' } as const
    await withCustomer(kysely, customer.code, (db) => logMapping(db, customer.code, line))
  }
  const routed = route && (await services.catalog.customer(route.customer_code))
  return routed && { customer: routed, mappingId: route.mapping_id }
}
