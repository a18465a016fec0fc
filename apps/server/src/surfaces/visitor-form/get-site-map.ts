import type { SiteMapNode, Tag } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { isSignedIn } from '../../entrance/sessions/rules.ts'
import { AnswerCache } from '../../platform/http/answer-cache.ts'
import { route } from '../../platform/http/route.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { tagFor } from './tag-for.ts'

export function getSiteMap(app: FastifyInstance, services: RequestServices): void {
  const prepared = new AnswerCache<Customer>()
  route(app, endpoints.getSiteMap, async ({ params, query, request }) => {
    const customer = await services.begunCustomer(params.customerCode, request)
    const signedIn = await isSignedIn(services, customer, query.code, request)
    const { tag } = tagFor(customer, query.tag ?? customer.published.codeTag, signedIn)
    return prepared.get(customer, `${tag.code_tag} ${signedIn}`, () => nodeOf(tag, 0, signedIn))
  })
}

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
