import type { SiteMapNode, Tag } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { isSignedIn } from '../../entrance/sessions/rules.ts'
import { AnswerCache } from '../../platform/http/answer-cache.ts'
import { route } from '../../platform/http/route.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { callsForSteps, tagFor } from './tag-for.ts'

/** Maximum memory in bytes of the site maps that a process keeps. One of 10,000 steps needs 3 to 6 MB. */
const MAX_BYTES = 32 * 1_048_576

export function getSiteMap(app: FastifyInstance, services: RequestServices): void {
  const prepared = new AnswerCache<Customer>({ maxBytes: MAX_BYTES })
  route(app, endpoints.getSiteMap, async ({ params, query, request }) => {
    const customer = await services.begunCustomer(params.customerCode, request)
    const signedIn = await isSignedIn(services, customer, query.code, request)
    const { tag } = tagFor(customer, query.tag ?? customer.published.codeTag, signedIn)
    return prepared.get(customer, `${tag.code_tag} ${signedIn}`, () => {
      const map = nodeOf(tag, 0, signedIn)
      // The rate limit counts the work of an answer that is not in the cache, also if the client has the same answer already.
      request.extraCalls += callsForSteps(stepsIn(map))
      return map
    })
  })
}

const stepsIn = ({ children }: SiteMapNode): number => children.reduce((sum, child) => sum + stepsIn(child), 1)

/**
 * Returns a step of a form with all steps below it. If a step needs a sign-in, visitors without a session get only its
 * name.
 */
function nodeOf(tag: Tag, level: number, signedIn: boolean): SiteMapNode {
  const { code_tag, tag_description, description, params } = tag
  const closed = !signedIn && tag.disabled === true
  return {
    id: code_tag,
    level,
    code_tag,
    tag_description,
    ...(description !== undefined && { description }),
    ...(closed && { disabled: true }),
    children: closed ? [] : tag.children.map((child) => nodeOf(child, level + 1, signedIn)),
    form_fields: [],
    ...(params !== undefined && { params }),
  }
}
