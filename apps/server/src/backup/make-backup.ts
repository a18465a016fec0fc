import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Pack } from 'tar-stream'
import type { AttachmentStore } from '../attachments/store.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { acrossCustomers } from '../db/with-customer.ts'
import { writeArchive } from './archive.ts'
import { entryName, MANIFEST, type Manifest } from './manifest.ts'
import { quoted, type TableShape, tablesInOrder } from './tables.ts'

interface Source {
  database: Database
  attachments: AttachmentStore
  config: Pick<Config, 'secretKey'>
  /** Ends it: nothing of it is left then. */
  signal?: AbortSignal | undefined
}

/** What a backup holds. */
export interface BackupReport {
  rows: number
  attachments: number
  /** Attachments whose row is there and whose file is not: they were lost before. */
  missing: string[]
}

/** A part of a table: what is held in memory of it, and the size of an archive's entry. */
const PART_BYTES = 4 * 1024 * 1024
const TRIES = 5
/** Files that are held at one time: an object store is asked for each. */
const AT_ONCE = 8

interface File {
  customer_code: string
  id: string
}

/** A file that was erased, with its row, between the two looks: the picture is to be taken again. */
class ErasedMeanwhile extends Error {}

/**
 * Writes all that a deployment holds to one file, while it serves. Rows are those of one moment (one snapshot of the database), and so are the attachments:
 * their files never change, and each gets a second name before anybody can erase it; where one was erased between the snapshot and that, a later moment is taken.
 * @throws the system's error where the file cannot be written, or stands there already; the signal's reason.
 */
export function makeBackup(source: Source, path: string): Promise<BackupReport> {
  return source.attachments.withHeldFolder((folder) => tryBackup(source, path, folder))
}

async function tryBackup({ database, attachments, config, signal }: Source, path: string, folder: string): Promise<BackupReport> {
  // What is held stays so from one moment to a later one: each try has fewer files to fetch.
  const held = new Set<string>()
  for (let again = TRIES; ; again--) {
    const client = await database.owner.connect()
    let failure: Error | undefined
    try {
      await client.query('begin isolation level repeatable read read only')
      await client.query("select set_config('sportello.across_customers', 'on', true)")
      const files = (await client.query<File>('select customer_code, id from attachments order by customer_code, id')).rows
      const missing = await holdFiles({ database, attachments, signal }, files, folder, held)
      const { rows, manifest } = await describe(client, files.length - missing.length)
      const gone = new Set(missing)
      const fill = async (archive: Pack) => {
        await addEntry(archive, MANIFEST, JSON.stringify(manifest))
        for (const table of manifest.tables) await addTable(archive, client, table)
        for (const file of files) if (!gone.has(file.id)) await addFile(archive, file, join(folder, file.id))
      }
      await writeArchive(path, config.secretKey, fill, signal)
      return { rows, attachments: manifest.attachments, missing }
    } catch (error) {
      failure = error as Error
      if (!(error instanceof ErasedMeanwhile) || again === 1) throw error
    } finally {
      // A copy may still be under way on it.
      if (failure) client.release(failure)
      else await client.query('rollback').then(() => client.release())
    }
  }
}

/** Gives each file a second name. @returns the ids of those that are not there though their rows are. @throws ErasedMeanwhile. */
async function holdFiles(
  { database, attachments, signal }: Pick<Source, 'database' | 'attachments' | 'signal'>,
  files: readonly File[],
  folder: string,
  held: Set<string>,
): Promise<string[]> {
  const missing: string[] = []
  const left = files.filter(({ id }) => !held.has(id)).values()
  const hold = async ({ customer_code, id }: File) => {
    signal?.throwIfAborted()
    if (await attachments.hold(customer_code, id, join(folder, id))) return void held.add(id)
    const there = await acrossCustomers(database.kysely, (db) =>
      db.selectFrom('attachments').select('id').where('customer_code', '=', customer_code).where('id', '=', id).executeTakeFirst(),
    )
    if (!there) throw new ErasedMeanwhile()
    missing.push(id)
  }
  const settled = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, async () => {
      for (const file of left) await hold(file)
    }),
  )
  for (const { reason } of settled.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]) throw reason
  return missing.sort()
}

async function describe(client: PoolClient, attachments: number): Promise<{ rows: number; manifest: Manifest }> {
  const tables: Manifest['tables'] = []
  for (const table of await tablesInOrder(client)) {
    const { rows } = await client.query<{ count: number }>(`select count(*) from ${quoted(table.name)}`)
    tables.push({ ...table, rows: rows[0]?.count ?? 0 })
  }
  const { rows: migrations } = await client.query<{ name: string }>('select max(name) as name from kysely_migration')
  const { rows: jobs } = await client.query<Manifest['jobs'][number]>(
    `select t.identifier as task, j.payload ->> 'customer' as customer, j.payload ->> 'id' as id, j.run_at::text as run_at
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where j.payload ->> 'customer' is not null order by j.id`,
  )
  const migration = migrations[0]?.name ?? ''
  const manifest: Manifest = { format: 1, migration, made_at: new Date().toISOString(), tables, jobs, attachments }
  return { rows: tables.reduce((sum, table) => sum + table.rows, 0), manifest }
}

function addEntry(archive: Pack, name: string, content: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()))
  })
}

async function addTable(archive: Pack, client: PoolClient, { name, columns }: TableShape): Promise<void> {
  let held: Buffer[] = []
  let size = 0
  const flush = async () => {
    if (size === 0) return
    await addEntry(archive, entryName({ table: name }), Buffer.concat(held))
    held = []
    size = 0
  }
  for await (const chunk of client.query(copyTo(`copy (select ${columns.map(quoted).join(', ')} from ${quoted(name)}) to stdout`))) {
    held.push(chunk as Buffer)
    size += (chunk as Buffer).length
    if (size >= PART_BYTES) await flush()
  }
  await flush()
}

async function addFile(archive: Pack, { customer_code, id }: File, path: string): Promise<void> {
  const { size } = await stat(path)
  await pipeline(createReadStream(path), archive.entry({ name: entryName({ customer: customer_code, file: id }), size, mode: 0o600 }))
}
