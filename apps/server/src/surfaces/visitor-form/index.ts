import type { FastifyInstance } from 'fastify'
import type { RequestServices } from '../../requests/requests/services.ts'
import { getCustomer } from './get-customer.ts'
import { getSiteMap } from './get-site-map.ts'
import { getStatement } from './get-statement.ts'
import { getTag } from './get-tag.ts'
import { getTagHeader } from './get-tag-header.ts'
import { lookUpOptions } from './look-up-options.ts'
import { searchInForm } from './search-in-form.ts'

/**
 * Registers the endpoints that the pages of a form call. Anyone may read the configuration; for the other endpoints,
 * the form's access mode decides who may call them.
 */
export function visitorForm(app: FastifyInstance, services: RequestServices): void {
  getCustomer(app, services)
  getTag(app, services)
  getTagHeader(app, services)
  getSiteMap(app, services)
  getStatement(app, services)
  searchInForm(app, services)
  lookUpOptions(app, services)
}
