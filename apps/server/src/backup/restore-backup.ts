import { createWriteStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { AttachmentStore } from '../attachments/store.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { knowsMigration, lastMigration, migrate } from '../db/migrate.ts'
import { BackupUnreadable, readArchive } from './archive.ts'
import { MANIFEST, type Manifest, manifest, readEntryName } from './manifest.ts'
import { quoted, SEEDED, tablesInOrder } from './tables.ts'

/** A backup that may not be brought in here. Nothing was changed. */
export class RestoreRefused extends Error {}

interface Target {
  database: Database
  attachments: AttachmentStore
  config: Pick<Config, 'secretKey'>
}

/**
 * Brings a backup into an empty deployment: its rows in one transaction, which ends after every file stands on disk, and the work that was still to be done.
 * Whatever stops it half-way, the database is as empty as before, and files without a row are swept away later.
 * @throws RestoreRefused, BackupUnreadable.
 */
export async function restoreBackup({ database, attachments, config }: Target, path: string): Promise<Manifest> {
  const entries = readArchive(path, config.secretKey)
  try {
    const first = await entries.next()
    if (first.done || first.value.name !== MANIFEST) throw new BackupUnreadable('this is no backup')
    const told = manifest.parse(JSON.parse((await buffer(first.value.content)).toString()))
    if (!(await knowsMigration(told.migration))) throw new RestoreRefused(`It was made by a later version of the product (${told.migration}).`)
    await refuseFilled(database)
    const last = await lastMigration(database.owner)
    if (last !== undefined && last > told.migration) {
      throw new RestoreRefused(`It is older (${told.migration}) than this database (${last}): bring it into a new one, which is then brought up to date.`)
    }
    // The tables as they were then; what came since is done to them afterwards, with the rows in them.
    await migrate(database.owner, told.migration)
    await attachments.prepare()
    await inOneTransaction(database, async (client) => {
      await load(client, attachments, told, entries)
    })
    await migrate(database.owner)
    return told
  } finally {
    await entries.return(undefined)
  }
}

/** @throws RestoreRefused where there is anything that would be mixed with what comes. */
async function refuseFilled(database: Database): Promise<void> {
  const filled = await inOneTransaction(database, async (client) => {
    for (const { name } of await tablesInOrder(client)) {
      const seeded = name === SEEDED.table ? SEEDED.rows : 0
      if ((await client.query(`select from ${quoted(name)} limit 2`)).rows.length > seeded) return name
    }
    return undefined
  })
  if (filled !== undefined) throw new RestoreRefused(`There is something in this deployment already (${filled}): a backup is brought into an empty one.`)
}

async function inOneTransaction<T>(database: Database, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await database.owner.connect()
  try {
    await client.query('begin')
    await client.query("select set_config('sportello.across_customers', 'on', true)")
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

async function load(client: PoolClient, attachments: AttachmentStore, told: Manifest, entries: ReturnType<typeof readArchive>): Promise<void> {
  const columnsOf = new Map(told.tables.map(({ name, columns }) => [name, columns]))
  const known = new Map((await tablesInOrder(client)).map(({ name, columns }) => [name, columns]))
  await client.query(`delete from ${quoted(SEEDED.table)}`)
  let files = 0
  for await (const { name, content } of entries) {
    const entry = readEntryName(name)
    const columns = entry && 'table' in entry ? columnsOf.get(entry.table) : undefined
    if (entry && 'file' in entry) {
      const file = attachments.newFile(entry.file)
      await pipeline(content, createWriteStream(file.path, { mode: 0o600, flush: true }))
      await attachments.keep(entry.customer, file)
      files++
    } else if (entry && columns?.every((column) => known.get(entry.table)?.includes(column))) {
      await loadPart(client, entry.table, columns, content)
    } else throw new BackupUnreadable(`it holds something unknown: ${name}`)
  }
  if (files !== told.attachments) throw new BackupUnreadable(`it holds ${files} attachments of ${told.attachments}`)
  for (const { name, rows } of told.tables) {
    const { rows: counted } = await client.query<{ count: number }>(`select count(*) from ${quoted(name)}`)
    if (counted[0]?.count !== rows) throw new BackupUnreadable(`it holds ${counted[0]?.count} rows of ${name}, of ${rows}`)
  }
  for (const { task, customer, id, run_at } of told.jobs) await client.query('select enqueue($1, $2, $3, $4)', [task, customer, id, run_at])
}

/** By a table of passage: rows cannot be copied straight into one that row security guards, and its guard is not taken down for it. */
async function loadPart(client: PoolClient, table: string, columns: readonly string[], content: AsyncIterable<Buffer>): Promise<void> {
  const list = columns.map(quoted).join(', ')
  await client.query(`create temporary table passage on commit drop as select ${list} from ${quoted(table)} with no data`)
  await pipeline(content, client.query(copyFrom(`copy passage (${list}) from stdin`)))
  await client.query(`insert into ${quoted(table)} (${list}) select ${list} from passage`)
  await client.query('drop table passage')
}
