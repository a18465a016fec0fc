import { Readable } from 'node:stream'
import type { Language, TranslationDifference } from '@sportello/contract'
import { endpoints, LISTED_TRANSLATIONS, OFFERED_TRANSLATIONS } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import type { StoredDefinition } from '../../catalogue/definitions/queries.ts'
import { audit } from '../../management/audit.ts'
import { managed, managedFile } from '../../management/calls.ts'
import type { Operator } from '../../management/operator-session.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { inputError } from '../../platform/http/input-errors.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { lockReached } from '../authoring/rules.ts'
import { FileRejected } from './exchange-text.ts'
import { translatedByMachine } from './machine.ts'
import { recall } from './memory.ts'
import { exportTranslations, importTranslations, namedTexts, type PlannedTranslations, planTranslations, TranslationRejected } from './translation-files.ts'

/** Registers the endpoints that export and import files of translations, and that show what a file would change. */
export function managedTranslations(app: FastifyInstance, services: RequestServices): void {
  const { kysely } = services.database
  managedFile(app, endpoints.exportTranslations, async ({ params: { code_tag, language }, query: { format }, operator }) => {
    const { mediaType, content } = await acrossCustomers(kysely, async (db) =>
      exportTranslations(db, await reached(db, operator, code_tag, 'share'), language, format),
    ).catch(asApiError)
    return { name: `${code_tag}-${language}.${format}`, mediaType, content: Readable.from([Buffer.from(content)]), size: content.length }
  })

  managed(app, endpoints.compareTranslations, ({ params: { code_tag, language }, body, operator }) =>
    acrossCustomers(kysely, async (db) => {
      const stored = await reached(db, operator, code_tag, 'share')
      return differenceOf(await planTranslations(db, stored, fileOf(language, body)), stored.sequence)
    }).catch(asApiError),
  )

  managed(app, endpoints.importTranslations, ({ params: { code_tag, language }, body, operator }) =>
    acrossCustomers(kysely, async (db) => {
      if (operator.role === 'translator' && !operator.languages.includes(language)) throw inputError('language', 'other_language')
      const stored = await reached(db, operator, code_tag, 'update')
      if (stored.sequence !== body.sequence) throw apiError('forms_mgmt0004')
      const done = await importTranslations(db, operator.username, stored, fileOf(language, body), {
        draftOnly: true,
        without: body.without ?? [],
      })
      // A new language is a copy of all steps, which is not the work of a translator.
      if (done.isNewLanguage && operator.role === 'translator') throw inputError('language', 'texts_only')
      if (done.into !== null) await audit(db, operator, { action: 'definition.translate', subject: code_tag, after: { language, texts: done.changes.length } })
      return { taken: done.changes.length, refused_texts: done.refused.length, unchanged: done.unchanged, is_new_language: done.isNewLanguage }
    }).catch(asApiError),
  )

  managed(app, endpoints.translateByMachine, async ({ params: { code_tag, language }, body: { names }, operator }) => {
    if (operator.role === 'translator' && !operator.languages.includes(language)) throw inputError('language', 'other_language')
    const { texts, languages } = await acrossCustomers(kysely, async (db) =>
      namedTexts(db, await reached(db, operator, code_tag, 'share'), language, new Set(names)),
    ).catch(asApiError)
    // The service is asked after the transaction, which would otherwise hold a connection and the definition's lock.
    return translatedByMachine(services, texts, languages)
  })

  managed(app, endpoints.getMachineTranslation, async () => ({ available: services.config.translateService !== undefined }))

  managed(app, endpoints.recallTranslations, ({ body }) => acrossCustomers(kysely, (db) => recall(db, body, OFFERED_TRANSLATIONS)))
}

const fileOf = (language: Language, { format, content }: { format: 'xlf' | 'csv' | 'docx'; content: string }) => ({
  language,
  format,
  content: Buffer.from(content, 'base64'),
})

async function reached(db: DeploymentDb, operator: Operator, codeTag: string, mode: 'share' | 'update'): Promise<StoredDefinition> {
  const stored = await lockReached(db, operator, codeTag, mode)
  if (!stored) throw apiError('http_not_found')
  return stored
}

function differenceOf({ changes, refused, unchanged, isNewLanguage }: PlannedTranslations, sequence: number): TranslationDifference {
  return {
    changes: changes.slice(0, LISTED_TRANSLATIONS).map(({ isStale, ...change }) => ({ ...change, is_stale: isStale })),
    changed: changes.length,
    refused: refused.slice(0, LISTED_TRANSLATIONS),
    refused_texts: refused.length,
    unchanged,
    is_new_language: isNewLanguage,
    sequence,
  }
}

/** Converts the errors of files and languages to errors of the API. */
function asApiError(error: unknown): never {
  if (error instanceof TranslationRejected) throw apiError('http_not_found')
  if (!(error instanceof FileRejected)) throw error
  if (error.reason === 'too_large') throw inputError('content', 'too_much')
  if (error.reason === 'other_languages') throw inputError('content', 'file_languages', error.message)
  throw inputError('content', 'not_this_format')
}
