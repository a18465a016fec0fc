import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { WAITING_JOBS } from '../src/platform/db/waiting-jobs.ts'
import { keyIdOf } from '../src/platform/keys/rules.ts'
import type { StoredFile } from '../src/requests/attachments/queries.ts'
import { openStoredFile } from '../src/requests/attachments/stored-file-reader.ts'
import type { TestServer } from './test-server.ts'

const TABLES = [
  'requests',
  'answers',
  'attachments',
  'verification_codes',
  'mails',
  'deliveries',
  'delivery_lanes',
  'idempotency_keys',
  'sessions',
  'survey_people',
  'captcha_solutions',
  'captcha_senders',
  'request_fingerprints',
  'tax_codes',
]

/** Returns the tasks of the jobs that wait for a mail, request or other subject, in the outbox or in the job queue. */
export async function waitingTasks(server: TestServer, subject: unknown): Promise<unknown[]> {
  return (await rowsOf(server, `select task from ${WAITING_JOBS} jobs where id = $1 order by 1`, [subject])).map(({ task }) => task)
}

/**
 * Returns everything that a submission may leave behind: the number of rows per table, the jobs, and the files in
 * quarantine and in the permanent storage.
 */
export async function tracesOf(server: TestServer): Promise<Record<string, unknown>> {
  const counts = TABLES.map((table) => `(select count(*) from ${table}) as "${table}"`).join(', ')
  const { rows } = await server.database.owner.query(`select ${counts}, (select count(*) from ${WAITING_JOBS} jobs) as jobs`)
  return { ...rows[0], quarantine: await filesIn(server, 'quarantine'), kept: await filesIn(server, 'kept') }
}

/** Returns the paths of the test server's files in `attachments/quarantine` or `attachments/kept`. */
export async function filesIn(server: TestServer, folder: 'quarantine' | 'kept'): Promise<string[]> {
  const below = join(server.dataDir, 'attachments', folder)
  // The folder for permanent files does not exist if the server uses an object store.
  const entries = existsSync(below) ? await readdir(below, { recursive: true, withFileTypes: true }) : []
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** Returns the decrypted content of a stored attachment. */
export async function contentOf(server: TestServer, id: unknown): Promise<Buffer> {
  const { rows } = await server.database.owner.query<StoredFile>(
    'select customer_code, id, name, size, sha256, key_id, malware from attachments where id = $1',
    [id],
  )
  const [file] = rows
  if (!file) throw new Error(`there is no attachment ${id}`)
  const content = await openStoredFile(server.services, file)
  const pieces: Buffer[] = []
  for await (const piece of content.read()) pieces.push(piece)
  await content.close()
  return Buffer.concat(pieces)
}

/** Returns the rows of a query that runs as the owner of the tables. Row security does not apply to the owner. */
export async function rowsOf(server: TestServer, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await server.database.owner.query(text, values)).rows
}

/** Database columns that may be encrypted, each with the context to which its encryption is bound. */
const SEALED: Record<string, { column: string; owner: readonly string[] }> = {
  form_fields: { column: 'answers.form_fields', owner: ['request_id'] },
  further_questions: { column: 'answers.further_questions', owner: ['request_id'] },
  subject: { column: 'mails.subject', owner: ['request_id', 'id'] },
  text_body: { column: 'mails.text_body', owner: ['request_id', 'id'] },
  html_body: { column: 'mails.html_body', owner: ['request_id', 'id'] },
  body: { column: 'deliveries.body', owner: ['request_id'] },
  known_data: { column: 'sessions.known_data', owner: ['code_hash'] },
  last_answer: { column: 'deliveries.last_answer', owner: ['id'] },
}

const JSON_COLUMNS = new Set(['form_fields', 'further_questions', 'known_data'])

/** Returns complete rows of one table, with their encrypted columns decrypted. */
export async function openRowsOf(server: TestServer, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const rows = await rowsOf(server, text, values)
  return Promise.all(rows.map((row) => opened(server, row)))
}

async function opened({ services }: TestServer, row: Record<string, unknown>): Promise<Record<string, unknown>> {
  const entries = Object.entries(row).map(async ([name, value]) => {
    const place = SEALED[name]
    const text = Buffer.isBuffer(value) ? value.toString('latin1') : value
    if (!place || typeof text !== 'string' || keyIdOf(text) === null) return [name, value]
    const id = place.owner.map((column) => row[column]).find((owner) => owner !== null)
    const plain = await services.encryption.open(
      null,
      { customerCode: String(row.customer_code), column: place.column, id: Buffer.isBuffer(id) ? id.toString('hex') : String(id) },
      text,
    )
    if (Buffer.isBuffer(value)) return [name, Buffer.from(plain)]
    return [name, JSON_COLUMNS.has(name) ? JSON.parse(plain) : plain]
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** Returns the decrypted answers of a request. */
export async function answersOf(server: TestServer, ticket: string | undefined) {
  const [row] = await openRowsOf(server, 'select a.* from answers a join requests r on r.id = a.request_id where r.ticket = $1', [ticket])
  return { form_fields: row?.form_fields, further_questions: row?.further_questions }
}
