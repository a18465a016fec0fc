import type { Definition } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { liveDocument, type StoredDefinition, versionDocument } from '../../catalogue/definitions/queries.ts'
import { managed } from '../../management/calls.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { languageFor } from '../../platform/http/request-language.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { editedDocument } from './edited-document.ts'
import { lockReached } from './lock-reached.ts'
import { shownChanges } from './shown-changes.ts'

/** Registers the call that compares two versions of a form definition. */
export function managedChanges(app: FastifyInstance, services: RequestServices): void {
  managed(app, endpoints.compareVersions, async ({ params: { code_tag }, query, operator, request }) => {
    const [before, after] = await acrossCustomers(services.database.kysely, async (db) => {
      const stored = await lockReached(db, operator, code_tag, 'share')
      return stored ? [await documentOf(db, stored, query.from), await documentOf(db, stored, query.to)] : []
    })
    if (!before || !after) throw apiError('http_not_found')
    return shownChanges(before, after, languageFor(request))
  })
}

/** Returns a version of a form definition; undefined if it does not exist. */
function documentOf(db: DeploymentDb, stored: StoredDefinition, version: number | 'live' | 'draft'): Promise<Definition | undefined> {
  if (version === 'draft') return editedDocument(db, stored)
  return version === 'live' ? liveDocument(db, stored.code_tag) : versionDocument(db, stored.code_tag, version)
}
