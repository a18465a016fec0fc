import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { fault } from '../http/fault.ts'
import { route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { visitorOf } from '../sessions/rules.ts'
import type { PublishedDefinition } from './published-form.ts'
import { SearchIndex } from './search-index.ts'
import { tagFor } from './tag-for.ts'

const indexes = new WeakMap<PublishedDefinition, SearchIndex>()

function indexOf(published: PublishedDefinition): SearchIndex {
  const index = indexes.get(published) ?? new SearchIndex(published.nodes.values())
  indexes.set(published, index)
  return index
}

export function searchInForm(app: FastifyInstance, services: Services): void {
  route(app, endpoints.searchInForm, async ({ params, query, body, request }) => {
    const customer = await services.openCustomer(params.customerCode)
    const { signedIn } = await visitorOf(services, customer, query.code, request)
    const { starting_tag: below } = body
    if (below !== undefined) {
      if (!customer.published.nodes.has(below)) throw fault('forms0044', [], 'starting_tag')
      tagFor(customer, below, signedIn)
    }
    return indexOf(customer.published).search(body.query, { below, signedIn })
  })
}
