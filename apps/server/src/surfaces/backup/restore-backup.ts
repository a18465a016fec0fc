import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import { knowsMigration, lastMigration, migrate } from '../../platform/db/migrate.ts'
import type { AttachmentStore } from '../../requests/attachments/rules.ts'
import { BackupUnreadable } from './archive.ts'
import { formOf, type Manifest } from './manifest.ts'
import type { Progress } from './progress.ts'
import { type BackupContent, type Found, readBackup, rejectIncomplete } from './read-backup.ts'
import { loadJobs, loadTable, RESTORED } from './table-parts.ts'
import { isShared, quoted, SEEDED, tablesInOrder } from './tables.ts'

/** Error for a backup that cannot be restored into the deployment. The deployment stays unchanged. */
export class RestoreRejected extends Error {}

interface Target {
  database: Database
  attachments: AttachmentStore
  config: Pick<Config, 'secretKey'>
  progress?: Progress | undefined
}

/**
 * Restores a backup to an empty deployment. Restores the backup of a single customer to a deployment that does not have
 * this customer. One transaction inserts the rows and queued jobs; it commits only after all files are on disk. If the
 * restore fails, the database is unchanged, and a later cleanup removes the files that have no rows.
 * @throws RestoreRejected, BackupUnreadable.
 */
export async function restoreBackup(target: Target, path: string): Promise<Manifest> {
  const { database, attachments, config, progress } = target
  return readBackup(path, config.secretKey, async (manifest, contents) => {
    if (!(await knowsMigration(manifest.migration))) throw new RestoreRejected(`It was made with a later version of the product (${manifest.migration}).`)
    const form = formOf(manifest)
    if (form === undefined) await prepareEmpty(database, manifest)
    else await prepareForForm(database, manifest, form)
    await attachments.prepare()
    await inOneTransaction(database, (client) => load(client, attachments, manifest, contents, progress))
    await migrate(database.owner)
    return manifest
  })
}

async function prepareEmpty(database: Database, { migration }: Manifest): Promise<void> {
  await rejectFilled(database)
  const last = await lastMigration(database.owner)
  if (last !== undefined && last > migration) {
    throw new RestoreRejected(`It is older (${migration}) than this database (${last}): restore it into a new database, which is then migrated.`)
  }
  // Migrates the database only up to the schema version of the backup. The later migrations run after the rows were
  // inserted.
  await migrate(database.owner, migration)
}

async function prepareForForm(database: Database, { migration }: Manifest, form: string): Promise<void> {
  await migrate(database.owner)
  const last = await lastMigration(database.owner)
  if (last !== migration) {
    throw new RestoreRejected(`It was made by another version (${migration}) than this one (${last}): make the backup again with this version of the product.`)
  }
  const there = await inOneTransaction(database, (client) => client.query('select from customers where customer_code = $1', [form]))
  if (there.rowCount !== 0) throw new RestoreRejected(`This deployment has a form ${form} already.`)
}

/** Rejects a restore to a deployment that already contains data. @throws RestoreRejected. */
async function rejectFilled(database: Database): Promise<void> {
  const filled = await inOneTransaction(database, async (client) => {
    for (const { name } of await tablesInOrder(client)) {
      const seeded = name === SEEDED.table ? SEEDED.rows : 0
      if ((await client.query(`select from ${quoted(name)} limit 2`)).rows.length > seeded) return name
    }
    return undefined
  })
  if (filled !== undefined) throw new RestoreRejected(`This deployment is not empty (${filled}): a backup can only be restored into an empty one.`)
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

async function load(
  client: PoolClient,
  attachments: AttachmentStore,
  manifest: Manifest,
  contents: AsyncIterable<BackupContent>,
  progress: Progress | undefined,
): Promise<void> {
  const known = new Map((await tablesInOrder(client)).map(({ name, columns }) => [name, columns]))
  const total = manifest.tables.reduce((sum, { rows }) => sum + rows, 0)
  const found: Found = { rows: new Map(), jobs: 0, attachments: 0 }
  let rows = 0
  if (formOf(manifest) === undefined) await client.query(`delete from ${quoted(SEEDED.table)}`)
  for await (const content of contents) {
    if (content.kind === 'table') {
      const { table, parts } = content
      if (!table.columns.every((column) => known.get(table.name)?.includes(column))) throw new BackupUnreadable(`it holds an unknown table: ${table.name}`)
      const shared = formOf(manifest) !== undefined && isShared(table.name)
      const came = await loadTable(client, table, parts, shared ? () => rejectOtherVersions(client, table.name) : undefined)
      found.rows.set(table.name, came)
      rows += came
      progress?.('rows', rows, total)
    } else if (content.kind === 'jobs') found.jobs = await loadJobs(client, content.parts)
    else {
      const file = attachments.newFile(content.file)
      await pipeline(content.content, createWriteStream(file.path, { mode: 0o600, flush: true }))
      await attachments.keep(content.customer, file)
      found.attachments++
      progress?.('attachments', found.attachments, manifest.attachments)
    }
  }
  if (manifest.format === 1) {
    for (const { task, customer, id, run_at } of manifest.jobs) await client.query('select enqueue($1, $2, $3, $4)', [task, customer, id, run_at])
  }
  rejectIncomplete(manifest, found)
}

/**
 * Rejects a backup if one of its form definitions already exists in the deployment with other versions.
 * @throws RestoreRejected.
 */
async function rejectOtherVersions(client: PoolClient, table: string): Promise<void> {
  if (table !== 'definition_versions') return
  const { rows } = await client.query<{ code_tag: string; version: number }>(
    `select code_tag, version from ${RESTORED} came join definition_versions own using (code_tag, version) where own.document_hash <> came.document_hash limit 1`,
  )
  const [other] = rows
  if (other) throw new RestoreRejected(`The definition ${other.code_tag} exists here with different content in version ${other.version}.`)
}
