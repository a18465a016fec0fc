import type { Definition, Language, ReportedFinding } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { managed } from '../../management/calls.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { languageFor } from '../../platform/http/request-language.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { CheckThread } from './check-thread.ts'
import { lockReached } from './lock-reached.ts'
import { documentToPublish } from './publish-document.ts'
import { surroundingsOf } from './surroundings.ts'

/** A definition whose live version the worker thread reads. */
interface LiveDefinition {
  code_tag: string
  isLive: true
}

/** Checks a form definition together with the forms, data sources and templates of the deployment. */
export type CheckDefinition = (db: DeploymentDb, definition: Definition | LiveDefinition, language: Language) => Promise<ReportedFinding[]>

/** Returns the function that checks form definitions in a separate worker thread. */
export function definitionChecker(services: RequestServices): CheckDefinition {
  const thread = new CheckThread(services.database.connection)
  return async (db, definition, language) => {
    const known = await surroundingsOf(db, await services.catalog.settings(), definition.code_tag)
    return thread.check({ definition: 'isLive' in definition ? { live: definition.code_tag } : definition, known, language })
  }
}

/** Registers the endpoints that check form definitions, for authors and for other programs. */
export function managedChecks(app: FastifyInstance, services: RequestServices, check: CheckDefinition): void {
  const { kysely } = services.database

  managed(app, endpoints.checkDefinition, ({ params: { code_tag }, query: { language }, operator, request }) =>
    acrossCustomers(kysely, async (db) => {
      const stored = await lockReached(db, operator, code_tag, 'share')
      if (!stored) throw apiError('http_not_found')
      const isLive = !stored.hasDraft && stored.live_version !== null
      const document = isLive ? { code_tag, isLive } : await documentToPublish(db, stored, language)
      if (!document) throw apiError('http_not_found')
      return check(db, document, languageFor(request))
    }),
  )

  managed(app, endpoints.getSurroundings, ({ params: { code_tag }, operator }) =>
    acrossCustomers(kysely, async (db) => {
      if (!(await lockReached(db, operator, code_tag, 'share'))) throw apiError('http_not_found')
      return surroundingsOf(db, await services.catalog.settings(), code_tag)
    }),
  )
}
