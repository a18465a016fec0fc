import { createReadStream } from 'node:fs'
import { access, type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import type { Pack } from 'tar-stream'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import type { AttachmentStore } from '../../requests/attachments/rules.ts'
import { writeArchive } from './archive.ts'
import { entryName, MANIFEST, type Manifest } from './manifest.ts'
import type { Progress } from './progress.ts'
import { readParts, selectJobs, selectOf } from './table-parts.ts'
import { type TableShape, tablesInOrder, tablesOfForm } from './tables.ts'

interface Source {
  database: Database
  attachments: AttachmentStore
  config: Pick<Config, 'secretKey'>
  /** Code of the single customer to back up; undefined to back up all customers. */
  form?: string | undefined
  /** Signal that aborts the backup. The backup then removes its partial file. */
  signal?: AbortSignal | undefined
  progress?: Progress | undefined
}

/** The counts of a finished backup, for the command line. */
export interface BackupReport {
  rows: number
  attachments: number
  /**
   * Number of missing attachments. They have a database row but no file, because the deployment had lost the file
   * before the backup.
   */
  missing: number
  /** The ids of the first missing attachments of a backup, at most `NAMED`. */
  missingIds: string[]
}

/** Error for the backup of a single customer that does not exist. */
export class UnknownForm extends Error {
  constructor(form: string) {
    super(`There is no form ${form}.`)
  }
}

const TRIES = 5
/**
 * Maximum number of attachments for which a backup creates hard links or copies in parallel. With an object store, each
 * of them needs a call.
 */
const AT_ONCE = 8
/** Number of attachment rows that a backup reads per query. */
const BATCH = 1_000
/** Maximum number of missing attachments that a backup's report lists by id. */
const NAMED = 100

interface File {
  customer_code: string
  id: string
}

/**
 * Error for an attachment that was erased after the backup had taken its snapshot of the database. The backup then
 * takes a new snapshot.
 */
class ErasedMeanwhile extends Error {}

/**
 * Writes the data of a deployment, or of a single customer, to one file while the server runs. All rows come from one
 * snapshot of the database. To keep the attachments that belong to these rows, the backup creates a hard link to each
 * file. If a file is erased before its link is created, the backup starts again with a new snapshot. Memory use does
 * not
 * grow with the number of rows, jobs or files.
 * @throws UnknownForm; the system's error if the file exists or cannot be written; the signal's reason.
 */
export function makeBackup(source: Source, path: string): Promise<BackupReport> {
  return source.attachments.withHeldFolder((folder) => tryBackup(source, path, folder))
}

async function tryBackup(source: Source, path: string, folder: string): Promise<BackupReport> {
  const { database, config, signal, form, progress } = source
  for (let attempt = 1; ; attempt++) {
    const client = await database.owner.connect()
    let failure: Error | undefined
    try {
      await client.query('begin isolation level repeatable read read only')
      await client.query("select set_config('sportello.across_customers', 'on', true)")
      if (form !== undefined && (await client.query('select from customers where customer_code = $1', [form])).rowCount === 0) throw new UnknownForm(form)
      const files = await holdFiles(source, client, folder, attempt > 1)
      const { tables, manifest } = await describe(client, files.held, form)
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      const fill = async (archive: Pack) => {
        await addEntry(archive, MANIFEST, JSON.stringify(manifest))
        let done = 0
        for (const table of tables) {
          for await (const part of readParts(client, selectOf(table))) {
            await addEntry(archive, entryName({ table: table.name }), part.content)
            done += part.rows
            progress?.('rows', done, rows)
          }
        }
        for await (const part of readParts(client, selectJobs(form))) await addEntry(archive, entryName({ jobs: true }), part.content)
        done = 0
        for await (const batch of filesOf(client, form)) {
          for (const file of batch) if (await addFile(archive, file, join(folder, file.id))) done++
          progress?.('attachments', done, files.held)
        }
      }
      await writeArchive(path, config.secretKey, fill, signal)
      return { rows, attachments: files.held, missing: files.missing, missingIds: files.missingIds }
    } catch (error) {
      failure = error as Error
      if (!(error instanceof ErasedMeanwhile) || attempt === TRIES) throw error
    } finally {
      // Closes the backup's database connection after a failure, because a COPY may still be running on it.
      if (failure) client.release(failure)
      else await client.query('rollback').then(() => client.release())
    }
  }
}

/** Yields the attachments, and the files of saved drafts, in the snapshot of the database, in batches and in the order of their primary key. */
async function* filesOf(client: PoolClient, form: string | undefined): AsyncGenerator<File[]> {
  let after: File = { customer_code: form ?? '', id: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const { rows } = await client.query<File>(
      `(select customer_code, id from attachments where (customer_code, id) > ($1, $2) and ($3::text is null or customer_code = $3)
         order by customer_code, id limit ${BATCH})
       union all (select customer_code, id from saved_draft_files where (customer_code, id) > ($1, $2) and ($3::text is null or customer_code = $3)
         order by customer_code, id limit ${BATCH}) order by customer_code, id limit ${BATCH}`,
      [after.customer_code, after.id, form ?? null],
    )
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last
  }
}

interface HeldFiles {
  held: number
  missing: number
  missingIds: string[]
}

/**
 * Creates a hard link to each attachment in the backup's snapshot.
 * @param again true if an earlier attempt has already created some of the links
 * @throws ErasedMeanwhile.
 */
async function holdFiles({ database, attachments, signal, form, progress }: Source, client: PoolClient, folder: string, again: boolean): Promise<HeldFiles> {
  const result: HeldFiles = { held: 0, missing: 0, missingIds: [] }
  const hold = async ({ customer_code, id }: File): Promise<boolean> => {
    signal?.throwIfAborted()
    const path = join(folder, id)
    if ((again && (await exists(path))) || (await attachments.hold(customer_code, id, path))) return true
    const there = await acrossCustomers(database.kysely, (db) => {
      const named = (table: 'attachments' | 'saved_draft_files') =>
        db.selectFrom(table).select('id').where('customer_code', '=', customer_code).where('id', '=', id)
      return named('attachments').unionAll(named('saved_draft_files')).executeTakeFirst()
    })
    if (!there) throw new ErasedMeanwhile()
    result.missing++
    if (result.missingIds.length < NAMED) result.missingIds.push(id)
    return false
  }
  for await (const batch of filesOf(client, form)) {
    const left = batch.values()
    const settled = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, async () => {
        for (const file of left) if (await hold(file)) result.held++
      }),
    )
    for (const { reason } of settled.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]) throw reason
    progress?.('attachments held', result.held, undefined)
  }
  result.missingIds.sort()
  return result
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

type CountedTable = TableShape & { rows: number }

async function describe(client: PoolClient, attachments: number, form: string | undefined): Promise<{ tables: CountedTable[]; manifest: Manifest }> {
  const tables: CountedTable[] = []
  for (const table of await (form === undefined ? tablesInOrder(client) : tablesOfForm(client, form))) {
    tables.push({ ...table, rows: await count(client, selectOf(table)) })
  }
  const { rows: migrations } = await client.query<{ name: string }>('select max(name) as name from kysely_migration')
  const manifest: Manifest = {
    format: 2,
    migration: migrations[0]?.name ?? '',
    made_at: new Date().toISOString(),
    tables: tables.map(({ name, columns, rows }) => ({ name, columns, rows })),
    jobs: await count(client, selectJobs(form)),
    attachments,
    ...(form !== undefined && { form }),
  }
  return { tables, manifest }
}

async function count(client: PoolClient, select: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*) from (${select}) as selected`)
  return rows[0]?.count ?? 0
}

function addEntry(archive: Pack, name: string, content: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()))
  })
}

/** Adds the file of an attachment to the backup. @returns false if the file is missing */
async function addFile(archive: Pack, { customer_code, id }: File, path: string): Promise<boolean> {
  let handle: FileHandle
  try {
    handle = await open(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
  const { size } = await handle.stat()
  await pipeline(createReadStream(path, { fd: handle }), archive.entry({ name: entryName({ customer: customer_code, file: id }), size, mode: 0o600 }))
  return true
}
