import { Readable } from 'node:stream'
import { EXPORT_COLUMNS, EXPORT_PREVIEW_ROWS, type Language, type Property, QUESTION_COLUMN, type RequestState } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import { type AdminPhrases, adminWords } from '@sportello/phrases/admin'
import { stringify } from 'csv-stringify/sync'
import type { FastifyInstance } from 'fastify'
import { type Customer, todayOf } from '../../catalogue/customers/rules.ts'
import { audit } from '../../management/audit.ts'
import { managed, managedFile } from '../../management/calls.ts'
import type { Operator } from '../../management/operator-session.ts'
import { countedUpTo } from '../../management/paging.ts'
import { ofReach, readWithinReach, withinReach } from '../../management/reach.ts'
import { inputError } from '../../platform/http/input-errors.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { type ExportedForm, questionsAsked, rowsOf, Versions } from './export-rows.ts'
import { findRequests, type RequestFilters } from './managed-queries.ts'
import { withSought } from './search-requests.ts'
import { type Sheet, spreadsheet } from './spreadsheet.ts'

/** Number of rows that are written to a CSV file in one chunk. */
const LINES = 100
/** Maximum number of forms in a workbook that has one sheet for each form. */
const MAX_SHEETS = 100
const ANSWERS = 'answers'

type Header = 'codes' | Language | undefined
type Column = (typeof EXPORT_COLUMNS)[number] | typeof ANSWERS

/** Labels of the columns that every request has, from the dashboard's phrases. */
const LABELS = {
  ticket: 'request_ticket',
  form: 'request_form',
  state: 'request_state',
  email: 'request_email',
  created_at: 'request_created',
  confirmed_at: 'request_confirmed',
  processed_at: 'request_processed',
  step: 'request_step',
  language: 'request_language',
  version: 'request_version',
  answers: 'request_answers',
} as const satisfies Record<Column, keyof AdminPhrases>

/**
 * Registers two kinds of endpoints: exports of requests as CSV or XLSX, and the preview of such an export. An export is
 * streamed batch by batch and ends when the client disconnects.
 */
export function exportRequests(app: FastifyInstance, services: RequestServices): void {
  managedFile(app, endpoints.exportRequests, async ({ params: { format }, query, operator, left }) => {
    const { columns: chosen, header, sheets, ...given } = query
    const filters = withSought(services, operator, given)
    const customer = filters.form ? await customerInReach(services, operator, filters.form) : undefined
    const forms = sheets === 'forms' && format === 'xlsx' && !customer ? await formsOf(services, operator, filters) : undefined
    await audited(services, operator, filters.form, format, Object.keys(query))
    async function table(of: Customer | undefined): Promise<Sheet> {
      const form = of && (await formToExport(services, operator, { ...filters, form: of.code }, of))
      const columns = await columnsOf(form, header)
      const shown = chosen ? columns.flatMap(({ key }, at) => (chosen.includes(key) ? [at] : [])) : [...columns.keys()]
      const rows = rowsOf(services, operator, of ? { ...filters, form: of.code } : filters, form, left)
      return { name: of?.code ?? 'Sheet1', head: shown.map((at) => columns[at]?.label ?? ''), rows: picked(rows, shown, await wordsOf(header)) }
    }
    const tables = await Promise.all((forms ?? [customer]).map(table))
    const [first = await table(undefined)] = tables
    const name = `${filters.form ?? 'sportello'}-${todayOf({ settings: await services.catalog.settings() })}.${format}`
    return format === 'csv'
      ? { name, mediaType: 'text/csv; charset=utf-8', content: Readable.from(csv(first.head, first.rows)) }
      : {
          name,
          mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          content: spreadsheet(tables.length === 0 ? [first] : tables),
        }
  })

  managed(app, endpoints.previewExport, async ({ query: { header, ...given }, operator }) => {
    const filters = withSought(services, operator, given)
    const customer = filters.form ? await customerInReach(services, operator, filters.form) : undefined
    // The preview shows answers of visitors, so it is recorded in the audit log.
    await audited(services, operator, filters.form, 'preview', Object.keys(given))
    const form = customer && (await formToExport(services, operator, filters, customer))
    const counted = await readWithinReach(services.database, operator, (db) => countedUpTo(db, ofReach(findRequests(db, filters), 'r.customer_code', operator)))
    const words = await wordsOf(header)
    const rows: string[][] = []
    for await (const row of rowsOf(services, operator, filters, form, AbortSignal.timeout(10_000), EXPORT_PREVIEW_ROWS)) {
      rows.push(withStateIn(words, row))
      if (rows.length === EXPORT_PREVIEW_ROWS) break
    }
    return { columns: await columnsOf(form, header), rows, ...counted }
  })
}

/** Records an export, or the preview of one, in the audit log. */
async function audited({ database }: RequestServices, operator: Operator, form: string | undefined, format: string, filters: string[]): Promise<void> {
  await withinReach(database.kysely, operator, (db) =>
    audit(db, operator, { action: 'request.export', subject: form ?? '*', ...(form && { customer: form }), after: { format, filters } }),
  )
}

/**
 * Returns the customer whose requests the operator wants to export, if the operator may manage the customer.
 * @throws ApiError forms_mgmt0001.
 */
async function customerInReach({ catalog }: RequestServices, { customers }: Operator, form: string): Promise<Customer> {
  const customer = customers === null || customers.includes(form) ? await catalog.customer(form) : undefined
  if (!customer) throw inputError('form', 'absent')
  return customer
}

/**
 * Returns the customers that have requests matching the filters, sorted by customer code. @throws ApiError
 * forms_mgmt0001 if there are more than `MAX_SHEETS` customers
 */
async function formsOf(services: RequestServices, operator: Operator, filters: RequestFilters): Promise<Customer[]> {
  const found = await readWithinReach(
    services.database,
    operator,
    (db) =>
      findRequests(db, filters)
        .select('r.customer_code')
        .distinct()
        .orderBy('r.customer_code')
        .limit(MAX_SHEETS + 1)
        .execute(),
    'jobs',
  )
  if (found.length > MAX_SHEETS) throw inputError('sheets', 'too_many')
  const customers = await Promise.all(found.map(({ customer_code }) => services.catalog.customer(customer_code)))
  return customers.filter((customer) => customer !== undefined)
}

async function formToExport(services: RequestServices, operator: Operator, filters: RequestFilters, customer: Customer): Promise<ExportedForm> {
  const versions = new Versions(services)
  return { customer, questions: await questionsAsked(services, operator, filters, customer, versions), versions }
}

/**
 * Returns the dashboard's phrases in the language of an export's header row; undefined if the header row contains
 * codes.
 */
async function wordsOf(header: Header): Promise<AdminPhrases | undefined> {
  return header === undefined || header === 'codes' ? undefined : (await adminWords[header]()).admin
}

const STATE_AT = EXPORT_COLUMNS.indexOf('state')

/** Returns a row of an export with the name of the request's state instead of the state's code. */
function withStateIn(words: AdminPhrases | undefined, row: string[]): string[] {
  const name = words?.[`request_state_${row[STATE_AT] as RequestState}`]
  return name === undefined ? row : row.with(STATE_AT, name)
}

/**
 * Returns the columns of an export with their labels. The columns are in the same order as the cells that `rowsOf`
 * yields.
 */
async function columnsOf(form: ExportedForm | undefined, header: Header): Promise<{ key: string; label: string }[]> {
  const words = await wordsOf(header)
  const fixed = (key: Column) => ({ key, label: words ? words[LABELS[key]] : key })
  const question = ({ property_code: code, property_description: label }: Property) => ({
    key: `${QUESTION_COLUMN}${code}`,
    label: header === 'codes' ? code : label || code,
  })
  return [...EXPORT_COLUMNS.map(fixed), ...(form ? form.questions.map(question) : [fixed(ANSWERS)])]
}

/** Yields only those cells of each row whose columns the operator chose. */
async function* picked(rows: AsyncIterable<string[]>, shown: readonly number[], words: AdminPhrases | undefined): AsyncGenerator<string[]> {
  for await (const row of rows) {
    const named = withStateIn(words, row)
    yield shown.map((at) => named[at] ?? '')
  }
}

/**
 * Writes an export of requests as CSV. Puts an apostrophe before a cell that looks like a formula, to prevent CSV
 * injection (OWASP). The byte order mark makes Excel recognise the encoding.
 */
async function* csv(head: readonly string[], rows: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  yield `\u{FEFF}${stringify([head], { escape_formulas: true, record_delimiter: 'windows' })}`
  let lines: (readonly string[])[] = []
  for await (const row of rows) {
    lines.push(row)
    if (lines.length < LINES) continue
    yield stringify(lines, { escape_formulas: true, record_delimiter: 'windows' })
    lines = []
  }
  if (lines.length > 0) yield stringify(lines, { escape_formulas: true, record_delimiter: 'windows' })
}
