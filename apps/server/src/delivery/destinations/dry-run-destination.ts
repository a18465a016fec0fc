import { exampleAnswers, matchesPattern } from '@sportello/checks'
import { type Answers, DEFAULT_LANGUAGE, type DestinationDryRun, isAllowed, isLast, isQuestion } from '@sportello/contract'
import { destinationsOf, endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Customer, managedCustomer, todayOf } from '../../catalogue/customers/rules.ts'
import { audit } from '../../management/audit.ts'
import { managed } from '../../management/calls.ts'
import type { Operator } from '../../management/operator-session.ts'
import { withinReach } from '../../management/reach.ts'
import { now } from '../../platform/db/clock.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { ifReadable } from '../../platform/keys/rules.ts'
import { decryptSummary, readableRequest, shownContent, TemplateBudget } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { plainTextOf } from '../mail/rules.ts'
import { isRecord, parsed } from './attempt.ts'
import { connectorOf, isDeliverable } from './connectors.ts'
import { type TicketEvent, ticketEvent } from './ticket-event.ts'
import { failureOf, titleOf } from './ticket-texts.ts'

type Row = Parameters<typeof ticketEvent>[1]
type Readable = ReturnType<typeof readableRequest>
/** A request whose delivery is simulated. `isStored` is false if its answers are invented. */
interface Example {
  row: Row
  readable: Readable
  isStored: boolean
}

/** Ticket systems that get the content of attachments, except that of files with malware. */
const SENDS_FILES: ReadonlySet<string> = new Set(['redmine', 'osticket', 'jira', 'glpi'])

/**
 * Registers the endpoint that shows what a destination would get, with the settings as the operator has them on the screen.
 * It calls nothing. Authors may not read requests and get invented answers.
 */
export function dryRunDestination(app: FastifyInstance, services: RequestServices): void {
  managed(app, endpoints.dryRunDestination, async ({ params: { id }, body: { destination: given, example }, operator }) => {
    const customer = await managedCustomer(services, operator, id)
    const [destination] = destinationsOf({ destination: given })
    if (!destination) throw apiError('http_not_found')
    const latest = example === 'invented' ? undefined : await latestExample(services, operator, customer, destination.name)
    const { row, readable, isStored } = latest ?? inventedExample(customer)
    const langCode = destination.kind === 'email' ? (destination.lang_code ?? row.lang_code) : row.lang_code
    const event = ticketEvent(customer, { ...row, lang_code: langCode }, readable)
    const common = {
      ticket: isStored ? row.ticket : null,
      attachments: readable.attachments.filter(({ malware }) => malware === null || !SENDS_FILES.has(destination.kind)).map(({ name }) => name),
      variables: variablesOf(customer, event),
    }
    const { subject, html } = event.notification
    if (!isDeliverable(destination)) return { ...common, title: subject, text: plainTextOf(html), fields: [], title_error: null, body: html }
    const body = JSON.stringify(JSON.parse(connectorOf(destination).body(event, destination).toString()), null, 2)
    if (destination.kind === 'webhook') return { ...common, title: null, text: null, fields: [], title_error: null, body }
    const { title, fields = {} } = destination
    // The errors are found with a time of their own: the texts have used the other one, as in a delivery.
    const again = { ...event, templates: new TemplateBudget() }
    return {
      ...common,
      title: titleOf(again, title),
      title_error: title === undefined ? null : failureOf(title, again),
      text: plainTextOf(html),
      fields: Object.entries(fields).map(([name, template]) => ({ name, value: valueIn(body, name), error: failureOf(template, again) })),
      body,
    }
  })
}

/** Returns the value of an attribute as the body contains it. */
function valueIn(body: string, name: string): string {
  const whole = parsed(body)
  const holder = isRecord(whole) ? [whole.issue, whole.input, whole.requestFieldValues, whole].find(isRecord) : undefined
  const custom = /^cf_(\d+)$/.exec(name)?.[1]
  const list = custom !== undefined && Array.isArray(holder?.custom_fields) ? holder.custom_fields.filter(isRecord) : undefined
  const value = list ? list.find(({ id }) => String(id) === custom)?.value : holder?.[name]
  return typeof value === 'string' ? value : JSON.stringify(value ?? '')
}

/** Number of the newest requests among which the latest with a ticket is looked for. */
const LOOKED_AT = 200

/**
 * Reads the latest request of a form that has a ticket, and records in the audit log that the operator has seen it.
 * @returns undefined if there is none, if its answers cannot be decrypted any more, or if the operator may not read requests
 */
async function latestExample(services: RequestServices, operator: Operator, customer: Customer, name: string): Promise<Example | undefined> {
  if (!isAllowed(operator.role, { role: 'viewer' })) return undefined
  const { code } = customer
  return withinReach(services.database.kysely, operator, async (db) => {
    const request = await latestRequest(db, code)
    if (!request) return undefined
    const content = await shownContent(services.encryption, db, customer, request)
    if (content.unreadable) return undefined
    const row = { ...request, summary_html: (await ifReadable(decryptSummary(services.encryption, db, request))) ?? null }
    await audit(db, operator, { action: 'destination.dry_run', subject: `${code}/${name}`, customer: code, after: { ticket: request.ticket } })
    return { row, readable: readableRequest(customer, request, content), isStored: true }
  })
}

function latestRequest(db: DeploymentDb, code: string) {
  return db
    .selectFrom((newest) =>
      newest
        .selectFrom('requests')
        .selectAll()
        .where('customer_code', '=', code)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(sql.lit(LOOKED_AT))
        .as('r'),
    )
    .selectAll()
    .where('processed_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Ticket code of a request that does not exist. It contains letters that no real code has. */
const EXAMPLE_CODE = 'EXAMPLE'

/** Invents a request to the first step of the form that can be submitted. */
function inventedExample(customer: Customer): Example {
  const { published, setting, params } = customer
  const node = [...published.nodes.values()].find(({ tag }) => isLast(tag)) ?? published.nodes.get(published.codeTag)
  const answers: Answers = exampleAnswers(node?.path ?? [], { today: todayOf(customer), matches: matchesPattern })
  const lang_code = DEFAULT_LANGUAGE
  const code_tag = node?.tag.code_tag ?? published.codeTag
  const at = new Date(now())
  const stored = { customer_code: setting.code_form, id: '', definition_code_tag: published.codeTag, definition_version: 0, code_tag, lang_code }
  return {
    row: {
      ticket: `${params.ticket_prefix ?? ''}${EXAMPLE_CODE}`,
      code_tag,
      email: 'anna.verdi@example.org',
      lang_code,
      auth_type: params.auth_type?.[0] ?? 'FREE',
      created_at: at,
      confirmed_at: at,
      summary_html: null,
    },
    readable: readableRequest(customer, stored, { answers: { form_fields: answers, further_questions: null }, attachments: [], filledIn: published }),
    isStored: false,
  }
}

const MAX_VALUE = 200
/** Number of questions of a form that are listed as variables. */
const MAX_QUESTIONS = 500

/** Returns the variables of a ticket's templates: the ticket's own data, and the answers to all questions of the form. */
function variablesOf({ published }: Customer, { variables }: TicketEvent): DestinationDryRun['variables'] {
  const labels = new Map<string, string>()
  for (const { tag } of published.nodes.values())
    for (const { value } of tag.form_fields.filter(isQuestion)) if (labels.size < MAX_QUESTIONS) labels.set(value.property_code, value.property_description)
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_VALUE)
  const own = Object.entries(variables).filter(([name]) => !labels.has(name))
  return [
    ...own.map(([name, value]) => ({ name, label: null, value: text(value ?? '') })),
    ...[...labels].map(([name, label]) => ({ name, label, value: text(variables[name] ?? '') })),
  ]
}
