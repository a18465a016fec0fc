import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { readPeople } from '../bundle/rules.ts'
import { managedCustomer } from '../customers/rules.ts'
import { Fault } from '../http/fault.ts'
import type { Services } from '../services.ts'
import { LinksRefused, makeLinks as linksFor } from '../sessions/rules.ts'
import { audit, managed, withinReach } from './managed.ts'

/** People of one call, as many as its list may hold. */
const MAX_PEOPLE = 10_000

export function makeLinks(app: FastifyInstance, services: Services): void {
  managed(app, endpoints.makeLinks, async ({ params, body: { people, table }, operator }) => {
    const customer = await managedCustomer(services, operator, params.id)
    const links = await linksFor(services, customer, people ?? peopleOf(table ?? '')).catch((error: unknown) => {
      throw error instanceof LinksRefused ? refused(error) : error
    })
    await withinReach(services.database.kysely, operator, (db) =>
      audit(db, operator, { action: 'link.add', subject: customer.code, customer: customer.code, after: { count: links.length } }),
    )
    return links
  })
}

/** @throws Fault forms_mgmt0001. */
function peopleOf(table: string): Record<string, string>[] {
  const people = (() => {
    try {
      return readPeople(table)
    } catch (error) {
      throw refused(error instanceof Error ? error : new Error(String(error)))
    }
  })()
  if (people.length === 0 || people.length > MAX_PEOPLE) throw refused(new Error(`must hold 1 to ${MAX_PEOPLE} rows`))
  return people
}

function refused({ message }: Error): Fault {
  return new Fault([{ code: 'forms_mgmt0001', field: 'people', params: [message] }])
}
