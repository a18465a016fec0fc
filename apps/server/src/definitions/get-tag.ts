import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { fault } from '../http/fault.ts'
import { PreparedCache } from '../http/prepared-cache.ts'
import { route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { type PublishedDefinition, viewOf } from './published-form.ts'

export function getTag(app: FastifyInstance, services: Services): void {
  const prepared = new PreparedCache<PublishedDefinition>()
  const { answer } = endpoints.getTag
  route(app, endpoints.getTag, async ({ params, query }) => {
    const customer = await services.openCustomer(params.customerCode)
    if (query.code) throw fault('forms0041')
    const node = customer.published.nodes.get(params.codeTag)
    if (!node) throw fault('http_not_found')
    return prepared.get(customer.published, node.tag.code_tag, () => answer.parse(viewOf(node)))
  })
}
