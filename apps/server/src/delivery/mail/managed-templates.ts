import type { ListedTemplate } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import { withinReach } from '../../management/reach.ts'
import { requireVersion } from '../../management/versions.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { inputError } from '../../platform/http/input-errors.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { requireSound } from './preview-template.ts'

/**
 * Registers the endpoints that manage mail templates. All customers share the templates and refer to them by name in
 * their settings.
 */
export function managedTemplates(app: FastifyInstance, services: RequestServices): void {
  const { kysely } = services.database

  managed(app, endpoints.listTemplates, ({ operator }) => withinReach(kysely, operator, (db) => templates(db).orderBy('name').orderBy('lang_code').execute()))

  managed(app, endpoints.putTemplate, ({ params: { name, lang_code }, body, operator, request, reply }) =>
    withinReach(kysely, operator, async (db) => {
      requireSound(body)
      const { subject, html, translated_from } = body
      if (translated_from?.lang_code === lang_code) throw inputError('translated_from.lang_code', 'wrong')
      const before = await one(db, name, lang_code).forUpdate().executeTakeFirst()
      // Reports a version conflict if the mail template was deleted after the operator read it.
      if (request.headers['if-match'] !== undefined) requireVersion(request, before?.version ?? '')
      const values = { subject, html, ...(translated_from && { translated_from: JSON.stringify(translated_from) }) }
      await db
        .insertInto('mail_templates')
        .values({ name, lang_code, ...values })
        .onConflict((conflict) => conflict.columns(['name', 'lang_code']).doUpdateSet(values))
        .execute()
      const after = await one(db, name, lang_code).executeTakeFirstOrThrow()
      const action = before ? 'template.edit' : 'template.add'
      await audit(db, operator, { action, subject: `${name} (${lang_code})`, before: before && auditedTexts(before), after: auditedTexts(after) })
      reply.header('etag', `"${after.version}"`)
      return after
    }),
  )

  managed(app, endpoints.deleteTemplate, ({ params: { name, lang_code }, operator, request }) =>
    withinReach(kysely, operator, async (db) => {
      const before = await one(db, name, lang_code).forUpdate().executeTakeFirst()
      if (!before) throw apiError('forms_mgmt0002')
      requireVersion(request, before.version)
      await db.deleteFrom('mail_templates').where('name', '=', name).where('lang_code', '=', lang_code).execute()
      await audit(db, operator, { action: 'template.delete', subject: `${name} (${lang_code})`, before: auditedTexts(before) })
      return {}
    }),
  )
}

/**
 * Returns the parts of a mail template that the audit log stores. Of the record of the original it stores only the
 * language, because the log has the original's own changes.
 */
const auditedTexts = ({ subject, html, translated_from }: ListedTemplate) => ({
  subject,
  html,
  ...(translated_from && { translated_from: translated_from.lang_code }),
})

const templates = (db: DeploymentDb) =>
  db
    .selectFrom('mail_templates')
    .select(['name', 'lang_code', 'subject', 'html', 'translated_from', sql<string>`mail_templates.xmin::text`.as('version')])
    .$castTo<ListedTemplate>()

const one = (db: DeploymentDb, name: string, langCode: string) => templates(db).where('name', '=', name).where('lang_code', '=', langCode)
