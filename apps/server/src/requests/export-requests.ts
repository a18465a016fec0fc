import { Readable } from 'node:stream'
import { type Answers, DEFAULT_LANGUAGE, furtherFieldsOf, isLanguage, isQuestion, type Property, type Tag } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import { phrases } from '@sportello/phrases'
import { stringify } from 'csv-stringify/sync'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Customer, timeZoneOf } from '../customers/rules.ts'
import { inputFault } from '../http/input-faults.ts'
import { standingOptions } from '../integrations/rules.ts'
import { ifReadable, openEach } from '../keys/rules.ts'
import { audit, managedFile, type Operator, readInOrder, withinReach } from '../operators/rules.ts'
import type { Services } from '../services.ts'
import { findRequests, type RequestFilters } from './managed-queries.ts'
import { openAnswers } from './sealed-answers.ts'
import { spreadsheet } from './spreadsheet.ts'
import { answerTexts } from './text-templates.ts'

/** Rows read at a time: a batch is what an export holds in memory. */
const BATCH = 100
/** Of a request whose answers nobody can read any more. */
const NO_ANSWERS = { form_fields: null, further_questions: null }
const FIXED = ['ticket', 'form', 'state', 'email', 'created_at', 'confirmed_at', 'processed_at', 'step', 'language'] as const

/** Requests as a table, batch by batch: however many there are, few are in memory, and who closes the connection ends it. */
export function exportRequests(app: FastifyInstance, services: Services): void {
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
    const questions = customer ? questionsOf(customer) : []
    const head = [
      ...FIXED,
      ...questions.map(({ property_description, property_code }) => property_description || property_code),
      ...(customer ? [] : ['answers']),
    ]
    const rows = rowsOf(services, operator, query, customer, questions, left)
    const name = `${query.form ?? 'sportello'}-${new Date().toISOString().slice(0, 10)}.${format}`
    return format === 'csv'
      ? { name, mediaType: 'text/csv; charset=utf-8', content: Readable.from(csv(head, rows)) }
      : { name, mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', content: spreadsheet(head, rows) }
  })
}

/** @throws Fault forms_mgmt0001. */
async function customerInReach({ catalog }: Services, { customers }: Operator, form: string): Promise<Customer> {
  const customer = customers === null || customers.includes(form) ? await catalog.customer(form) : undefined
  if (!customer) throw inputFault('form', 'absent')
  return customer
}

/** All questions of a form, in the order of its tree; of those that share a code, the first. */
function questionsOf({ published }: Customer): Property[] {
  const found = new Map<string, Property>()
  for (const { tag } of published.nodes.values())
    for (const field of [...tag.form_fields.filter(isQuestion), ...furtherFieldsOf(tag)])
      if (!found.has(field.value.property_code)) found.set(field.value.property_code, field.value)
  return [...found.values()]
}

async function* rowsOf(
  services: Services,
  operator: Operator,
  filters: RequestFilters,
  customer: Customer | undefined,
  questions: readonly Property[],
  left: AbortSignal,
): AsyncGenerator<string[]> {
  const moment = momentsIn(timeZoneOf({ settings: await services.catalog.settings() }))
  // What arrives while the export runs is not in it: it would move the batches.
  const until = new Date()
  let after: Place | undefined
  while (!left.aborted) {
    const batch = await readBatch(services, operator, filters, until, after)
    for (const row of batch) {
      const answers: Answers = { ...row.form_fields, ...row.further_questions }
      const fixed = [row.ticket, row.customer_code, row.state, row.email ?? '', moment(row.created_at), moment(row.confirmed_at), moment(row.processed_at)]
      const texts = customer ? textsOf(customer, row, answers) : undefined
      yield [...fixed, row.code_tag, row.lang_code, ...(texts ? questions.map(({ property_code: code }) => texts[code] ?? '') : [JSON.stringify(answers)])]
    }
    const last = batch.at(-1)
    if (batch.length < BATCH || !last) return
    after = last
  }
}

/** Where a batch ended; the moment as the database writes it, for a Date would lose its microseconds, and rows with them. */
interface Place {
  at: string
  id: string
}

function readBatch({ database, sealing }: Services, operator: Operator, filters: RequestFilters, until: Date, after: Place | undefined) {
  return withinReach(database.jobs, operator, async (db) => {
    if (!filters.ticket && !filters.email) await readInOrder(db)
    const rows = await findRequests(db, filters)
      .leftJoin('answers as a', (join) => join.onRef('a.customer_code', '=', 'r.customer_code').onRef('a.request_id', '=', 'r.id'))
      .select(['r.id', 'r.customer_code', 'r.ticket', 'r.state', 'r.email', 'r.created_at', 'r.confirmed_at', 'r.processed_at', 'r.code_tag', 'r.lang_code'])
      .select(['a.form_fields', 'a.further_questions', sql<string>`r.created_at::text`.as('at')])
      .where('r.created_at', '<=', until)
      .$if(after !== undefined, (query) => query.where(sql<boolean>`(r.created_at, r.id) < (${after?.at}::timestamptz, ${after?.id})`))
      .orderBy('r.created_at', 'desc')
      .orderBy('r.id', 'desc')
      .limit(BATCH)
      .execute()
    return openEach(rows, async (row) => ({ ...row, ...((await ifReadable(openAnswers(sealing, db, row, row))) ?? NO_ANSWERS) }))
  })
}

function textsOf(customer: Customer, { code_tag, lang_code }: { code_tag: string; lang_code: string }, answers: Answers): Record<string, string> {
  const path: readonly Tag[] = customer.published.nodes.get(code_tag)?.path ?? []
  const language = isLanguage(lang_code) ? lang_code : DEFAULT_LANGUAGE
  const { si: yes, no } = phrases[language].visitor
  return answerTexts(path, answers, {}, { language, yes, no }, (property) => standingOptions(customer, property.default_value))
}

/** Local time, as spreadsheets of every language read it: 2026-11-21 14:05. */
function momentsIn(timeZone: string): (moment: Date | null) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return (moment) => (moment ? format.format(moment) : '')
}

/** Cells that a spreadsheet would take for a formula are led by an apostrophe (OWASP, "CSV Injection"); the mark at the start tells Excel the encoding. */
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
