import {
  type Answers,
  answerTexts,
  DEFAULT_LANGUAGE,
  EXPORT_COLUMNS,
  furtherFieldsOf,
  isLanguage,
  isQuestion,
  type Property,
  type Tag,
} from '@sportello/contract'
import { phrases } from '@sportello/phrases'
import { sql } from 'kysely'
import { type Customer, timeZoneOf } from '../../catalogue/customers/rules.ts'
import { type PublishedDefinition, readVersion } from '../../catalogue/definitions/rules.ts'
import { staticOptions } from '../../catalogue/integrations/rules.ts'
import type { Operator } from '../../management/operator-session.ts'
import { readInOrder } from '../../management/paging.ts'
import { readWithinReach } from '../../management/reach.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { decryptEach, ifReadable } from '../../platform/keys/rules.ts'
import { decryptAnswers } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { findRequests, type RequestFilters } from './managed-queries.ts'

/** Number of requests that an export reads per query. Only one batch is in memory at a time. */
const BATCH = 100
/** If the answers of a request can no longer be decrypted, the export contains these empty answers instead. */
const NO_ANSWERS = { form_fields: null, further_questions: null }

/**
 * Caches a few versions of form definitions during an export, because consecutive requests mostly have the same
 * version. Versions never change.
 */
export class Versions {
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
    const read = (await readVersion(this.#database.jobs, definition_code_tag, definition_version))?.published
    if (!read) throw new Error(`the form ${definition_code_tag} has no version ${definition_version}`)
    this.#kept.set(key, read)
    for (const oldest of [...this.#kept.keys()].slice(0, -Versions.#KEPT)) this.#kept.delete(oldest)
    return read
  }
}

/** The version of the form definition that a visitor filled in (wire contract, section “The bundle file”). */
interface FilledIn {
  definition_code_tag: string
  definition_version: number
}

/**
 * Returns the questions for the columns of an export. First come the questions of the published form in the order of
 * its
 * steps, then the questions of earlier versions that visitors filled in, newest version first. If several questions
 * have the same code, only the first is returned.
 */
export async function questionsAsked(
  services: RequestServices,
  operator: Operator,
  filters: RequestFilters,
  customer: Customer,
  versions: Versions,
): Promise<Property[]> {
  const filledIn = await readWithinReach(
    services.database,
    operator,
    (db) =>
      findRequests(db, filters)
        .select(['r.definition_code_tag', 'r.definition_version'])
        .distinct()
        .orderBy('r.definition_version', 'desc')
        .orderBy('r.definition_code_tag')
        .execute(),
    'jobs',
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

/** A form whose requests are exported, and the questions of the form. Each question gets a column. */
export interface ExportedForm {
  customer: Customer
  questions: readonly Property[]
  versions: Versions
}

/**
 * Yields the rows of an export, newest request first. A row has the cells of all columns in the order of
 * `EXPORT_COLUMNS`, followed by the answers: one cell for each question of `form`, or, without a form, one cell with
 * all answers as JSON. The rows end early when `left` aborts.
 * @param batch number of requests per query
 */
export async function* rowsOf(
  services: RequestServices,
  operator: Operator,
  filters: RequestFilters,
  form: ExportedForm | undefined,
  left: AbortSignal,
  batch = BATCH,
): AsyncGenerator<string[]> {
  const formatDateTime = dateTimeFormatIn(timeZoneOf({ settings: await services.catalog.settings() }))
  // Excludes requests that visitors submit during the export, because they would shift the batches.
  const until = new Date()
  let after: Place | undefined
  while (!left.aborted) {
    const rows = await readBatch(services, operator, filters, until, after, batch)
    for (const row of rows) {
      const answers: Answers = { ...row.form_fields, ...row.further_questions }
      const fixed = {
        ticket: row.ticket,
        form: row.customer_code,
        state: row.state,
        email: row.email ?? '',
        created_at: formatDateTime(row.created_at),
        confirmed_at: formatDateTime(row.confirmed_at),
        processed_at: formatDateTime(row.processed_at),
        step: row.code_tag,
        language: row.lang_code,
        version: `${row.definition_code_tag} ${row.definition_version}`,
      } satisfies Record<(typeof EXPORT_COLUMNS)[number], string>
      const texts = form && textsOf(form.customer, await form.versions.read(row), row, answers)
      yield [
        ...EXPORT_COLUMNS.map((column) => fixed[column]),
        ...(texts ? form.questions.map(({ property_code: code }) => texts[code] ?? '') : [JSON.stringify(answers)]),
      ]
    }
    const last = rows.at(-1)
    if (rows.length < batch || !last) return
    after = last
  }
}

/**
 * The place at which an export continues after a batch of requests. The time is PostgreSQL's text: a JavaScript Date
 * would
 * lose the microseconds, and the next batch would then skip rows.
 */
interface Place {
  at: string
  id: string
}

function readBatch(
  { database, encryption }: RequestServices,
  operator: Operator,
  filters: RequestFilters,
  until: Date,
  after: Place | undefined,
  batch: number,
) {
  const read = async (db: DeploymentDb) => {
    if (!filters.ticket && !filters.email && !filters.sought) await readInOrder(db)
    const rows = await findRequests(db, filters)
      .leftJoin('answers as a', (join) => join.onRef('a.customer_code', '=', 'r.customer_code').onRef('a.request_id', '=', 'r.id'))
      .select(['r.id', 'r.customer_code', 'r.ticket', 'r.state', 'r.email', 'r.created_at', 'r.confirmed_at', 'r.processed_at', 'r.code_tag', 'r.lang_code'])
      .select(['r.definition_code_tag', 'r.definition_version', 'a.form_fields', 'a.further_questions', sql<string>`r.created_at::text`.as('at')])
      .where('r.created_at', '<=', until)
      .$if(after !== undefined, (query) => query.where(sql<boolean>`(r.created_at, r.id) < (${after?.at}::timestamptz, ${after?.id})`))
      .orderBy('r.created_at', 'desc')
      .orderBy('r.id', 'desc')
      .limit(batch)
      .execute()
    return decryptEach(rows, async (row) => ({ ...row, ...((await ifReadable(decryptAnswers(encryption, db, row, row))) ?? NO_ANSWERS) }))
  }
  return readWithinReach(database, operator, read, 'jobs')
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

/**
 * Returns a function that formats local time as 2026-11-21 14:05, a format that spreadsheet programs recognise in every
 * language.
 */
function dateTimeFormatIn(timeZone: string): (date: Date | null) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return (date) => (date ? format.format(date) : '')
}
