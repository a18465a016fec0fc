import { DEFAULT_LANGUAGE, furtherFieldsOf, isQuestion } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Customer, formTitleOf, mailSenderOf, managedCustomer } from '../../catalogue/customers/rules.ts'
import { cleanHtml } from '../../catalogue/definitions/rules.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import type { Operator } from '../../management/operator-session.ts'
import { withinReach } from '../../management/reach.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { inputError } from '../../platform/http/input-errors.ts'
import { renderHtml, renderLine, TemplateBudget, type TemplateVariables, templateError, variablesIn } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { mailDocument, mailLookOf, mailText, PLAIN_LOOK } from './mail-document.ts'
import type { RenderedMail } from './queries.ts'
import { wordsOf } from './state-mail.ts'

interface Texts {
  subject: string
  html: string
}

/** Registers the endpoints that render a mail template with example values: as a preview, and as a test mail. */
export function templatePreviews(app: FastifyInstance, services: RequestServices): void {
  const { kysely } = services.database

  managed(app, endpoints.previewTemplate, async ({ body: { form, ...texts }, operator }) => {
    requireSound(texts)
    const customer = form === undefined ? undefined : await managedCustomer(services, operator, form)
    const { subject, text, html } = rendered(services, texts, customer)
    return { subject, text, html, unknown: await withinReach(kysely, operator, (db) => unknownVariables(db, texts, customer)) }
  })

  managed(app, endpoints.testTemplate, async ({ body: { form, to, ...texts }, operator }) => {
    requireSound(texts)
    const customer = await managedCustomer(services, operator, form)
    const mail = rendered(services, texts, customer)
    return withinReach(kysely, operator, async (db) => {
      const recipient = to ?? (await emailOf(db, operator))
      if (!recipient) throw inputError('to', 'missing')
      await sql`
        with mail as (
          insert into mails (customer_code, kind, lang_code, recipient, sender, subject, text_body, html_body)
          values (${customer.code}, 'success', ${DEFAULT_LANGUAGE}, ${recipient}, ${mail.sender}, ${mail.subject}, ${mail.text}, ${mail.html})
          returning customer_code, id
        ) select enqueue('send_mail', customer_code, id) from mail`.execute(db)
      await audit(db, operator, { action: 'template.test', subject: customer.code, customer: customer.code })
      return { recipient }
    })
  })
}

/**
 * Renders a mail template with example values in place of a request's data.
 * @throws ApiError forms_mgmt0001 if the template exceeds a limit.
 */
function rendered({ config }: RequestServices, { subject, html }: Texts, customer: Customer | undefined): RenderedMail {
  const variables = exampleVariables(config.publicUrl, customer)
  const look = customer ? mailLookOf(config, customer) : PLAIN_LOOK
  const budget = new TemplateBudget()
  try {
    const body = cleanHtml(renderHtml(html, variables, budget))
    return {
      sender: customer ? mailSenderOf(config, customer) : '',
      subject: renderLine(subject, variables, budget),
      html: mailDocument(body, DEFAULT_LANGUAGE, look, { link: String(variables.link), ticket: String(variables.ticket) }),
      text: mailText(body, look),
    }
  } catch (error) {
    // The mail template has no syntax error but still cannot be rendered: it exceeds a limit or uses an unknown filter.
    throw new ApiError([{ code: 'forms_mgmt0001', field: 'html', params: [error instanceof Error ? error.message : ''] }])
  }
}

function exampleVariables(publicUrl: string, customer: Customer | undefined): TemplateVariables {
  return {
    ...Object.fromEntries(questionsOf(customer).map(({ property_code, property_description }) => [property_code, `[${property_description}]`])),
    ticket: 'AB-12345678',
    otp: '123456',
    form_title: customer ? formTitleOf(customer) : 'Sportello',
    customer: customer?.setting.description || (customer?.code ?? 'Sportello'),
    link: `${publicUrl}/${customer?.code ?? 'sportello'}/validation?code=…`,
    receipt: `${publicUrl}/${customer?.code ?? 'sportello'}/receipt?key=…`,
    from: '21/11/2026, 14:05',
    to: 'anna@example.org',
    expiration: '23/11/2026, 14:05',
    username: 'anna',
    ...exampleChanges(publicUrl, customer),
  }
}

/** The variables of a mail about changes of state, as if one request had changed. */
function exampleChanges(publicUrl: string, customer: Customer | undefined) {
  const link = `${publicUrl}/${customer?.code ?? 'sportello'}/validation?code=…`
  const changes = `22/11/2026, 09:30 – ${wordsOf({ kind: 'closed', text: null }, DEFAULT_LANGUAGE)}`
  return { count: '1', more: null, requests: [{ ticket: 'AB-12345678', sent: '21/11/2026, 14:05', changes, link }] }
}

function questionsOf(customer: Customer | undefined) {
  const nodes = [...(customer?.published.nodes.values() ?? [])]
  return nodes.flatMap(({ tag }) => [...tag.form_fields.filter(isQuestion), ...furtherFieldsOf(tag)].map(({ value }) => value))
}

/**
 * Returns the unknown variables of a mail template. A variable is known if every mail has it, or if it is the code of a
 * question in the form (in any form if `customer` is undefined).
 */
async function unknownVariables(db: DeploymentDb, { subject, html }: Texts, customer: Customer | undefined): Promise<string[]> {
  const known = new Set(Object.keys(exampleVariables('', customer)))
  const names = [...new Set([...variablesIn(subject), ...variablesIn(html)])].filter((name) => !known.has(name))
  if (names.length === 0 || customer) return names
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as name where exists (
      select from definitions d join definition_versions v on v.code_tag = d.code_tag and v.version = d.live_version
      where jsonb_path_exists(v.document, 'strict $.**.property_code ? (@ == $name)', jsonb_build_object('name', name)))`.execute(db)
  const asked = new Set(rows.map(({ name }) => name))
  return names.filter((name) => !asked.has(name))
}

async function emailOf(db: DeploymentDb, { username }: Operator): Promise<string> {
  const row = await db.selectFrom('operators').select('email').where('username', '=', username).executeTakeFirst()
  return row?.email ?? ''
}

/**
 * Checks the syntax of a mail template's subject and HTML.
 * @throws ApiError forms_mgmt0001 with the invalid fields and their syntax errors.
 */
export function requireSound(texts: Texts): void {
  const faults = (['subject', 'html'] as const).flatMap((field) => {
    const wrong = templateError(texts[field])
    return wrong === undefined ? [] : [{ code: 'forms_mgmt0001' as const, field, params: [wrong] }]
  })
  const [first, ...more] = faults
  if (first) throw new ApiError([first, ...more])
}
