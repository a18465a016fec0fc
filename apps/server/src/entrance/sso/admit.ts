import { createHash } from 'node:crypto'
import type { KnownData } from '@sportello/contract'
import type { Customer } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import { acrossCustomers, withCustomer } from '../../platform/db/with-customer.ts'
import { findRoute, haveDifferentOperators, type Levels, logMapping } from '../routing/queries.ts'
import { levelsWithoutPerson } from '../routing/rules.ts'
import { takeMessage } from '../sessions/queries.ts'
import { type Entrant, openSession } from './enter.ts'

/** Data about a visitor who has logged in or who arrives with an SSO message. */
export interface Arrival {
  by: Entrant['by']
  person?: string
  /** The time when the server last invalidated the account's sessions, as read at the login. */
  stamp?: string
  known: KnownData
  /** The identifier of the login or SSO message (`jti`). Each customer accepts the same identifier only once. */
  once: string
  /**
   * The levels of the client, by which the server chooses the visitor's form; undefined if the visitor stays at the
   * requested form.
   */
  levels?: Levels
}

/**
 * Seconds for which the server stores the identifiers of used SSO messages. This is longer than a message is valid,
 * plus any difference between the clocks.
 */
const REMEMBERED_S = 3_600

/**
 * Returns the URL path to which every failed login redirects. It is the same for all reasons, so that the visitor
 * cannot learn the reason.
 */
export const rejectedAt = (customerCode: string) => `/${customerCode}/authError`

/**
 * Opens a session for a visitor who has logged in.
 * @returns the URL path to which the server redirects the browser: the form with the session's code, or the page
 * "authError"
 */
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

/**
 * An identifier that no SSO message has. For an invalid message, the server searches for this identifier as if the
 * message
 * could have been used before. The response therefore takes as long as for a used message.
 */
const NOBODYS = ''

/**
 * Rejects a visitor without a valid SSO message. Runs the same query as for a valid message that was already used, so
 * that
 * the response time does not reveal the reason.
 * @returns the URL path to which the server redirects the browser, as `admit` does
 */
export async function rejectArrival(services: CustomerServices, customer: Customer): Promise<string> {
  await takeOnce(services, customer, NOBODYS)
  return rejectedAt(customer.code)
}

function takeOnce({ database }: CustomerServices, customer: Customer, once: string): Promise<boolean> {
  const hash = createHash('sha256').update(once).digest()
  return withCustomer(database.kysely, customer.code, (db) => takeMessage(db, customer.code, hash, REMEMBERED_S))
}

/**
 * Returns the form to which the mappings lead this visitor's client. It may be another form than the requested one.
 * Returns undefined if the client has no mapping.
 */
async function routeOf(
  services: CustomerServices,
  customer: Customer,
  levels: Levels,
  known: KnownData,
): Promise<{ customer: Customer; mappingId: string | null } | undefined> {
  const { kysely } = services.database
  const found = await withCustomer(kysely, customer.code, (db) => findRoute(db, levels))
  // An SSO message is encrypted with the key of one form. It may open a session on another form only if every operator
  // who may know the first form's key may change both forms.
  const isApart =
    found && found.customer_code !== customer.code && (await acrossCustomers(kysely, (db) => haveDifferentOperators(db, customer.code, found.customer_code)))
  const route = isApart ? undefined : found
  if (!route) {
    const line = { levels: levelsWithoutPerson(services.config.secretKey, levels, known), action: 'notFound' } as const
    await withCustomer(kysely, customer.code, (db) => logMapping(db, customer.code, line))
  }
  const routed = route && (await services.catalog.customer(route.customer_code))
  return routed && { customer: routed, mappingId: route.mapping_id }
}
