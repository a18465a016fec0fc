import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { getTag } from './get-tag.ts'
import { getTagHeader } from './get-tag-header.ts'

/** Anyone whom the form's access mode admits. */
export function visitorDefinitions(app: FastifyInstance, services: Services): void {
  getTag(app, services)
  getTagHeader(app, services)
}
