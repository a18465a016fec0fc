import { Readable } from 'node:stream'
import { type Answers, DEFAULT_LANGUAGE, type Definition, furtherFieldsOf, isLanguage, isQuestion, type Property, type Tag } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import { phrases } from '@sportello/phrases'
import { stringify } from 'csv-stringify/sync'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Customer, timeZoneOf, todayOf } from '../../catalogue/customers/rules.ts'
import { indexDefinition, type PublishedDefinition } from '../../catalogue/definitions/rules.ts'
import { staticOptions } from '../../catalogue/integrations/rules.ts'
import { audit } from '../../management/audit.ts'
import { managedFile } from '../../management/calls.ts'
import type { Operator } from '../../management/operator-session.ts'
import { readInOrder } from '../../management/paging.ts'
import { withinReach } from '../../management/reach.ts'
import { inputError } from '../../platform/http/input-errors.ts'
import { decryptEach, ifReadable } from '../../platform/keys/rules.ts'
import { answerTexts, decryptAnswers } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { findRequests, type RequestFilters } from './managed-queries.ts'
import { spreadsheet } from './spreadsheet.ts'

/** Number of requests per query of an export, which keeps one batch in memory. */
const BATCH = 100
/** Empty answers that an export contains for a request whose answers can no longer be decrypted. */
const NO_ANSWERS = { form_fields: null, further_questions: null }
const FIXED = ['ticket', 'form', 'state', 'email', 'created_at', 'confirmed_at', 'processed_at', 'step', 'language'] as const

/**
 * Registers the endpoints that stream requests to operators as CSV or XLSX, batch by batch. The export ends when the
 * client disconnects.
 */
export function exportRequests(app: FastifyInstance, services: RequestServices): void {
  managedFile(app, endpoints.exportRequests, async ({ params: { format }, query, operator, left }) => {
    const customer = query.form ? await customerInReach(services, operator, query.form) : undefined
    await withinReach(services.database.kysely, operator, (db) =>
      audit(db, operator, {
        action: 'request.export',
        subject: query.form ?? '*',
        ...(query.form && { customer: query.form }),
        after: { format, filters: Object.keys(query) },
      }),
    )
    const versions = new Versions(services)
    const questions = customer ? await questionsAsked(services, operator, query, customer, versions) : []
    const head = [
      ...FIXED,
      ...questions.map(({ property_description, property_code }) => property_description || property_code),
      ...(customer ? [] : ['answers']),
    ]
    const rows = rowsOf(services, operator, query, customer && { customer, questions, versions }, left)
    const name = `${query.form ?? 'sportello'}-${todayOf({ settings: await services.catalog.settings() })}.${format}`
    return format === 'csv'
      ? { name, mediaType: 'text/csv; charset=utf-8', content: Readable.from(csv(head, rows)) }
      : { name, mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', content: spreadsheet(head, rows) }
  })
}

/**
 * Returns the customer whose requests the operator exports, if the operator may manage it.
 * @throws ApiError forms_mgmt0001.
 */
async function customerInReach({ catalog }: RequestServices, { customers }: Operator, form: string): Promise<Customer> {
  const customer = customers === null || customers.includes(form) ? await catalog.customer(form) : undefined
  if (!customer) throw inputError('form', 'absent')
  return customer
}

/**
 * Caches a few versions of form definitions for an export, because requests in a row mostly have the same version.
 * Versions never change.
 */
class Versions {
  static readonly #KEPT = 4
  readonly #kept = new Map<string, PublishedDefinition>()
  readonly #database: RequestServices['database']

  constructor({ database }: Pick<RequestServices, 'database'>) {
    this.#database = database
  }

  async read({ definition_code_tag, definition_version }: FilledIn): Promise<PublishedDefinition> {
    const key = `${definition_version} ${definition_code_tag}`
    const kept = this.#kept.get(key)
    if (kept) return kept
    const { document } = await this.#database.jobs
      .selectFrom('definition_versions')
      .select('document')
      .where('code_tag', '=', definition_code_tag)
      .where('version', '=', definition_version)
      .executeTakeFirstOrThrow()
    const read = indexDefinition(document as unknown as Definition, definition_version)
    this.#kept.set(key, read)
    for (const oldest of [...this.#kept.keys()].slice(0, -Versions.#KEPT)) this.#kept.delete(oldest)
    return read
  }
}

/** The version of the form definition that a visitor filled in (wire contract, "The bundle file"). */
interface FilledIn {
  definition_code_tag: string
  definition_version: number
}

/**
 * Returns the questions whose answers an export may contain: first those of the published form in the order of its
 * steps, then those of the earlier versions that visitors filled in, newest first. Of several questions with the same
 * code, the first counts.
 */
async function questionsAsked(
  services: RequestServices,
  operator: Operator,
  filters: RequestFilters,
  customer: Customer,
  versions: Versions,
): Promise<Property[]> {
  const filledIn = await withinReach(services.database.jobs, operator, (db) =>
    findRequests(db, filters)
      .select(['r.definition_code_tag', 'r.definition_version'])
      .distinct()
      .orderBy('r.definition_version', 'desc')
      .orderBy('r.definition_code_tag')
      .execute(),
  )
  const found = new Map(questionsOf(customer.published))
  for (const each of filledIn) for (const [code, property] of questionsOf(await versions.read(each))) if (!found.has(code)) found.set(code, property)
  return [...found.values()]
}

function questionsOf({ nodes }: PublishedDefinition): Map<string, Property> {
  const found = new Map<string, Property>()
  for (const { tag } of nodes.values())
    for (const { value } of [...tag.form_fields.filter(isQuestion), ...furtherFieldsOf(tag)])
      if (!found.has(value.property_code)) found.set(value.property_code, value)
  return found
}

async function* rowsOf(
  services: RequestServices,
  operator: Operator,
  filters: RequestFilters,
  form: { customer: Customer; questions: readonly Property[]; versions: Versions } | undefined,
  left: AbortSignal,
): AsyncGenerator<string[]> {
  const formatDateTime = dateTimeFormatIn(timeZoneOf({ settings: await services.catalog.settings() }))
  // Excludes requests that visitors submit during the export, because they would shift the batches.
  const until = new Date()
  let after: Place | undefined
  while (!left.aborted) {
    const batch = await readBatch(services, operator, filters, until, after)
    for (const row of batch) {
      const answers: Answers = { ...row.form_fields, ...row.further_questions }
      const fixed = [
        row.ticket,
        row.customer_code,
        row.state,
        row.email ?? '',
        formatDateTime(row.created_at),
        formatDateTime(row.confirmed_at),
        formatDateTime(row.processed_at),
      ]
      const texts = form && textsOf(form.customer, await form.versions.read(row), row, answers)
      yield [...fixed, row.code_tag, row.lang_code, ...(texts ? form.questions.map(({ property_code: code }) => texts[code] ?? '') : [JSON.stringify(answers)])]
    }
    const last = batch.at(-1)
    if (batch.length < BATCH || !last) return
    after = last
  }
}

/**
 * The position of an export after a batch of requests. Its time is PostgreSQL's text, because a JavaScript Date drops
 * the microseconds, so the next batch would skip rows.
 */
interface Place {
  at: string
  id: string
}

function readBatch({ database, encryption }: RequestServices, operator: Operator, filters: RequestFilters, until: Date, after: Place | undefined) {
  return withinReach(database.jobs, operator, async (db) => {
    if (!filters.ticket && !filters.email) await readInOrder(db)
    const rows = await findRequests(db, filters)
      .leftJoin('answers as a', (join) => join.onRef('a.customer_code', '=', 'r.customer_code').onRef('a.request_id', '=', 'r.id'))
      .select(['r.id', 'r.customer_code', 'r.ticket', 'r.state', 'r.email', 'r.created_at', 'r.confirmed_at', 'r.processed_at', 'r.code_tag', 'r.lang_code'])
      .select(['r.definition_code_tag', 'r.definition_version', 'a.form_fields', 'a.further_questions', sql<string>`r.created_at::text`.as('at')])
      .where('r.created_at', '<=', until)
      .$if(after !== undefined, (query) => query.where(sql<boolean>`(r.created_at, r.id) < (${after?.at}::timestamptz, ${after?.id})`))
      .orderBy('r.created_at', 'desc')
      .orderBy('r.id', 'desc')
      .limit(BATCH)
      .execute()
    return decryptEach(rows, async (row) => ({ ...row, ...((await ifReadable(decryptAnswers(encryption, db, row, row))) ?? NO_ANSWERS) }))
  })
}

function textsOf(
  customer: Customer,
  { nodes }: PublishedDefinition,
  { code_tag, lang_code }: { code_tag: string; lang_code: string },
  answers: Answers,
): Record<string, string> {
  const path: readonly Tag[] = nodes.get(code_tag)?.path ?? []
  const language = isLanguage(lang_code) ? lang_code : DEFAULT_LANGUAGE
  const { si: yes, no } = phrases[language].visitor
  return answerTexts(path, answers, {}, { language, yes, no }, (property) => staticOptions(customer, property.default_value))
}

/** Returns a function that formats local time as 2026-11-21 14:05, which spreadsheets parse in every language. */
function dateTimeFormatIn(timeZone: string): (date: Date | null) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return (date) => (date ? format.format(date) : '')
}

/**
 * Writes an export of requests as CSV. Cells that look like a formula get an apostrophe in front, against CSV injection
 * (OWASP). The byte order mark tells Excel the encoding.
 */
async function* csv(head: readonly string[], rows: AsyncIterable<string[]>): AsyncGenerator<string> {
  yield `\u{FEFF}${stringify([head], { escape_formulas: true, record_delimiter: 'windows' })}`
  let lines: string[][] = []
  for await (const row of rows) {
    lines.push(row)
    if (lines.length < BATCH) continue
    yield stringify(lines, { escape_formulas: true, record_delimiter: 'windows' })
    lines = []
  }
  if (lines.length > 0) yield stringify(lines, { escape_formulas: true, record_delimiter: 'windows' })
}
