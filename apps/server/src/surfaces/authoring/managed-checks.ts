import type { Definition, Language, ReportedFinding } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { editedDocument, liveText } from '../../catalogue/definitions/queries.ts'
import { managed } from '../../management/calls.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { languageFor } from '../../platform/http/request-language.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { CheckThread } from './check-thread.ts'
import { lockReached } from './lock-reached.ts'
import { surroundingsOf } from './surroundings.ts'

/** A stored definition as JSON text, which the worker thread parses. */
interface StoredText {
  code_tag: string
  text: string
}

/** Checks a form definition together with the forms, data sources and templates of the deployment. */
export type CheckDefinition = (db: DeploymentDb, definition: Definition | StoredText, language: Language) => Promise<ReportedFinding[]>

/** Returns the function that checks form definitions in a separate worker thread. */
export function definitionChecker(services: RequestServices): CheckDefinition {
  const thread = new CheckThread()
  return async (db, definition, language) => {
    const known = await surroundingsOf(db, await services.catalog.settings(), definition.code_tag)
    return thread.check({ definition: 'text' in definition ? definition.text : definition, known, language })
  }
}

/** Registers the endpoints that check form definitions, for authors and for other programs. */
export function managedChecks(app: FastifyInstance, services: RequestServices, check: CheckDefinition): void {
  const { kysely } = services.database

  managed(app, endpoints.checkDefinition, ({ params: { code_tag }, operator, request }) =>
    acrossCustomers(kysely, async (db) => {
      const stored = await lockReached(db, operator, code_tag, 'share')
      if (!stored) throw apiError('http_not_found')
      const text = stored.hasDraft ? undefined : await liveText(db, code_tag)
      const document = text === undefined ? await editedDocument(db, stored) : { code_tag, text }
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
