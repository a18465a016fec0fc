import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { definitionVersion } from '../../catalogue/definitions/queries.ts'
import { managed } from '../../management/calls.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { languageFor } from '../../platform/http/request-language.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { lockReached } from './lock-reached.ts'
import { openDocument } from './publication-rows.ts'
import { shownChanges } from './shown-changes.ts'

/** Registers the endpoint that compares two versions of a form definition. */
export function managedChanges(app: FastifyInstance, services: RequestServices): void {
  managed(app, endpoints.compareVersions, async ({ params: { code_tag }, query, operator, request }) => {
    const [before, after] = await acrossCustomers(services.database.kysely, async (db) => {
      const stored = await lockReached(db, operator, code_tag, 'share')
      const named = (version: typeof query.from) => (version === 'asked' ? openDocument(db, code_tag) : definitionVersion(db, code_tag, version))
      return stored ? [await named(query.from), await named(query.to)] : []
    })
    if (!before || !after) throw apiError('http_not_found')
    return shownChanges(before, after, languageFor(request))
  })
}
