import type { ListedTemplate } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { managedCustomer } from '../customers/rules.ts'
import type { DeploymentDb } from '../db/with-customer.ts'
import { cleanHtml } from '../definitions/rules.ts'
import { Fault, fault } from '../http/fault.ts'
import { audit, managed, requireVersion, withinReach } from '../operators/rules.ts'
import { renderHtml, renderLine, TemplateBudget, type TemplateVariables, templateFault } from '../requests/rules.ts'
import type { Services } from '../services.ts'
import { textOf } from './render-mail.ts'

/** The templates of mails, which all customers share by their names. */
export function managedTemplates(app: FastifyInstance, services: Services): void {
  const { kysely } = services.database

  managed(app, endpoints.listTemplates, ({ operator }) => withinReach(kysely, operator, (db) => templates(db).orderBy('name').orderBy('lang_code').execute()))

  managed(app, endpoints.putTemplate, ({ params: { name, lang_code }, body, operator, request, reply }) =>
    withinReach(kysely, operator, async (db) => {
      requireSound(body)
      const before = await one(db, name, lang_code).forUpdate().executeTakeFirst()
      // One that was read and is gone was changed too.
      if (request.headers['if-match'] !== undefined) requireVersion(request, before?.version ?? '')
      await db
        .insertInto('mail_templates')
        .values({ name, lang_code, ...body })
        .onConflict((conflict) => conflict.columns(['name', 'lang_code']).doUpdateSet(body))
        .execute()
      const action = before ? 'template.edit' : 'template.add'
      await audit(db, operator, { action, subject: `${name} (${lang_code})`, before: before && { subject: before.subject, html: before.html }, after: body })
      const after = await one(db, name, lang_code).executeTakeFirstOrThrow()
      reply.header('etag', `"${after.version}"`)
      return after
    }),
  )

  managed(app, endpoints.deleteTemplate, ({ params: { name, lang_code }, operator, request }) =>
    withinReach(kysely, operator, async (db) => {
      const before = await one(db, name, lang_code).forUpdate().executeTakeFirst()
      if (!before) throw fault('forms_mgmt0002')
      requireVersion(request, before.version)
      await db.deleteFrom('mail_templates').where('name', '=', name).where('lang_code', '=', lang_code).execute()
      await audit(db, operator, { action: 'template.delete', subject: `${name} (${lang_code})`, before: { subject: before.subject, html: before.html } })
      return {}
    }),
  )

  managed(app, endpoints.previewTemplate, async ({ body: { subject, html, form }, operator }) => {
    requireSound({ subject, html })
    const customer = form === undefined ? undefined : await managedCustomer(services, operator, form)
    const nodes = [...(customer?.published.nodes.values() ?? [])]
    const questions = nodes.flatMap(({ tag }) => tag.form_fields.flatMap((field) => (field.type === 'PROPERTY' || field.type === 'EMAIL' ? [field.value] : [])))
    const variables: TemplateVariables = {
      ...Object.fromEntries(questions.map(({ property_code, property_description }) => [property_code, `[${property_description}]`])),
      ticket: 'AB-12345678',
      otp: '123456',
      form_title: customer?.params.form_title ?? 'Sportello',
      customer: customer?.setting.description || (form ?? 'Sportello'),
      link: `${services.config.publicUrl}/${form ?? 'sportello'}/validation?code=…`,
      from: '21/11/2026, 14:05',
      to: 'anna@example.org',
      expiration: '23/11/2026, 14:05',
      username: 'anna',
    }
    const budget = new TemplateBudget()
    try {
      return { subject: renderLine(subject, variables, budget), text: textOf(cleanHtml(renderHtml(html, variables, budget))) }
    } catch (error) {
      // Parsed, and yet it asks too much or for a filter that is none.
      throw new Fault([{ code: 'forms_mgmt0001', field: 'html', params: [error instanceof Error ? error.message : ''] }])
    }
  })
}

const templates = (db: DeploymentDb) =>
  db
    .selectFrom('mail_templates')
    .select(['name', 'lang_code', 'subject', 'html', sql<string>`mail_templates.xmin::text`.as('version')])
    .$castTo<ListedTemplate>()

const one = (db: DeploymentDb, name: string, langCode: string) => templates(db).where('name', '=', name).where('lang_code', '=', langCode)

/** @throws Fault forms_mgmt0001 with what does not parse, and why. */
function requireSound(texts: { subject: string; html: string }): void {
  const faults = (['subject', 'html'] as const).flatMap((field) => {
    const wrong = templateFault(texts[field])
    return wrong === undefined ? [] : [{ code: 'forms_mgmt0001' as const, field, params: [wrong] }]
  })
  const [first, ...more] = faults
  if (first) throw new Fault([first, ...more])
}
