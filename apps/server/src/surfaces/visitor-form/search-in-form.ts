import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import type { PublishedDefinition } from '../../catalogue/definitions/rules.ts'
import { visitorOf } from '../../entrance/sessions/rules.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { route } from '../../platform/http/route.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { SearchIndex } from './search-index.ts'
import { tagFor } from './tag-for.ts'

/**
 * When a visitor searches in a form, the rate limit counts one more call for each such number of searched steps and
 * results.
 */
const STEPS_PER_CALL = 1_250
const RESULTS_PER_CALL = 250

const indexes = new WeakMap<PublishedDefinition, SearchIndex>()

function indexOf(published: PublishedDefinition): SearchIndex {
  const index = indexes.get(published) ?? new SearchIndex(published.nodes.values())
  indexes.set(published, index)
  return index
}

export function searchInForm(app: FastifyInstance, services: RequestServices): void {
  route(app, endpoints.searchInForm, async ({ params, query, body, request }) => {
    const customer = await services.begunCustomer(params.customerCode, request)
    const { signedIn } = await visitorOf(services, customer, query.code, request)
    const { starting_tag: below } = body
    if (below !== undefined) {
      if (!customer.published.nodes.has(below)) throw apiError('forms0044', [], 'starting_tag')
      tagFor(customer, below, signedIn)
    }
    const found = indexOf(customer.published).search(body.query, { below, signedIn })
    request.extraCalls += Math.floor(customer.published.nodes.size / STEPS_PER_CALL) + Math.floor(found.length / RESULTS_PER_CALL)
    return found
  })
}
