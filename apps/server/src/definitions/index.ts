import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { getSiteMap } from './get-site-map.ts'
import { getTag } from './get-tag.ts'
import { getTagHeader } from './get-tag-header.ts'
import { searchInForm } from './search-in-form.ts'

/** Anyone whom the form's access mode admits. */
export function visitorDefinitions(app: FastifyInstance, services: Services): void {
  getTag(app, services)
  getTagHeader(app, services)
  getSiteMap(app, services)
  searchInForm(app, services)
}
