import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { bytesOfSearchData, type PublishedDefinition, readSearchData, SearchIndex, searchDataOf } from '../../catalogue/definitions/rules.ts'
import { visitorOf } from '../../entrance/sessions/rules.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { route } from '../../platform/http/route.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { callsForSteps, tagFor } from './tag-for.ts'

/** When a visitor searches in a form, the rate limit counts one more call for each such number of results. */
const RESULTS_PER_CALL = 250

/** Maximum memory in bytes of the searches of compiled definitions that one process keeps. One of 10,000 steps needs 3 MB. */
const MAX_BYTES = 32 * 1_048_576

export function searchInForm(app: FastifyInstance, services: RequestServices): void {
  const indexOf = searchIndexes(services)
  route(app, endpoints.searchInForm, async ({ params, query, body, request }) => {
    const customer = await services.begunCustomer(params.customerCode, request)
    const { signedIn } = await visitorOf(services, customer, query.code, request)
    const { starting_tag: below } = body
    if (below !== undefined) {
      if (!customer.published.nodes.has(below)) throw apiError('forms0044', [], 'starting_tag')
      tagFor(customer, below, signedIn)
    }
    const found = (await indexOf(customer.published)).search(body.query, { below, signedIn })
    request.extraCalls += callsForSteps(customer.published.nodes.size) + Math.floor(found.length / RESULTS_PER_CALL)
    return found
  })
}

/**
 * Returns a function that returns the search of a published definition. The search of a small one is made in this process
 * and freed with the definition; that of a compiled one is read from the database.
 */
function searchIndexes({ database }: Pick<RequestServices, 'database'>): (published: PublishedDefinition) => Promise<SearchIndex> {
  const own = new WeakMap<PublishedDefinition, SearchIndex>()
  const compiled = new LRUCache<string, Awaited<ReturnType<typeof readSearchData>> & object>({ maxSize: MAX_BYTES, sizeCalculation: bytesOfSearchData })
  return async (published) => {
    const known = own.get(published)
    if (known) return known
    if (!published.isCompiled) {
      const index = new SearchIndex(published.nodes, searchDataOf(published.nodes))
      own.set(published, index)
      return index
    }
    const name = `${published.version} ${published.codeTag}`
    const kept = compiled.get(name)
    if (kept) return new SearchIndex(published.nodes, kept)
    const data = (await database.replicas.read((db) => readSearchData(db, published))) ?? searchDataOf(published.nodes)
    compiled.set(name, data)
    return new SearchIndex(published.nodes, data)
  }
}
