import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { keptContent } from '../src/attachments/kept-content.ts'
import type { StoredFile } from '../src/attachments/queries.ts'
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
]

/** Jobs that belong to some visitor's request. The deployment's own, which the clock adds at any moment, name nobody. */
const VISITORS_JOBS = `select count(*) from graphile_worker._private_jobs where payload->>'customer' is not null`

/** Everything that a send may leave behind: rows by table, jobs, and the files in quarantine and in the store. */
export async function tracesOf(server: TestServer): Promise<Record<string, unknown>> {
  const counts = TABLES.map((table) => `(select count(*) from ${table}) as "${table}"`).join(', ')
  const { rows } = await server.database.owner.query(`select ${counts}, (${VISITORS_JOBS}) as jobs`)
  return { ...rows[0], quarantine: await filesIn(server, 'quarantine'), kept: await filesIn(server, 'kept') }
}

/** Paths of the files below `attachments/quarantine` or `attachments/kept`. */
export async function filesIn(server: TestServer, folder: 'quarantine' | 'kept'): Promise<string[]> {
  const below = join(server.dataDir, 'attachments', folder)
  // Where they are kept as objects there is no such folder.
  const entries = existsSync(below) ? await readdir(below, { recursive: true, withFileTypes: true }) : []
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** What a stored attachment holds, as it was sent. */
export async function contentOf(server: TestServer, id: unknown): Promise<Buffer> {
  const { rows } = await server.database.owner.query<StoredFile>(
    'select customer_code, id, name, size, sha256, key_id, malware from attachments where id = $1',
    [id],
  )
  const [file] = rows
  if (!file) throw new Error(`there is no attachment ${id}`)
  const content = await keptContent(server.services, file)
  const pieces: Buffer[] = []
  for await (const piece of content.read()) pieces.push(piece)
  await content.close()
  return Buffer.concat(pieces)
}

/** The rows of a query made by the owner, whom row security does not hold back. */
export async function rowsOf(server: TestServer, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await server.database.owner.query(text, values)).rows
}
