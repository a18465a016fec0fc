import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { acrossCustomers } from '../platform/db/with-customer.ts'
import type { BundleFault } from '../surfaces/bundle/bundle-fault.ts'
import { BundleRejected, importBundles } from '../surfaces/bundle/import-bundle.ts'
import { readBundleFile } from '../surfaces/bundle/read-bundle.ts'
import { type PlacedFault, referenceFaults } from '../surfaces/bundle/references.ts'
import { progressReporter } from './import-table.ts'

/** Error for bundles that cannot be imported; the message lists each error with its file and JSON Pointer. */
export class ImportRejected extends Error {}

/**
 * Imports all bundle files of one call in one transaction.
 * @param write receives one line of output per imported entry
 * @throws ImportRejected with all errors of all files
 */
export async function importFiles({ database, config }: { database: Database; config: Config }, files: string[], write: (line: string) => void): Promise<void> {
  const readings = await Promise.all(files.map(readBundleFile))
  const bundles = readings.flatMap(({ bundle }) => bundle ?? [])
  if (bundles.length < files.length) {
    const references = await referencesOf(
      database,
      config,
      readings.map(({ document }) => document),
    )
    refuse(readings.map(({ faults }, at) => [files[at] ?? '', [...faults, ...references.filter(({ source }) => source === at)]]))
  }
  await migrate(database.owner)
  const accounts = bundles.reduce((sum, bundle) => sum + bundle.accounts.length, 0)
  const lines = await importBundles(database.kysely, bundles, config, { onProgress: progressReporter(accounts) }).catch((error: unknown) => {
    if (!(error instanceof BundleRejected)) throw error
    return refuse(files.map((file, at) => [file, error.faults.filter(({ source }) => source === at)]))
  })
  for (const { change, kind, name } of lines.flat()) write(`${change.padEnd(8)}${kind} ${name}`)
}

function refuse(found: [file: string, faults: readonly BundleFault[]][]): never {
  const lines = found.flatMap(([file, faults]) => faults.map(({ pointer, message }) => `${file}#${pointer}: ${message}`))
  throw new ImportRejected([...lines, 'Nothing was changed.'].join('\n'))
}

const UNDEFINED_TABLE = '42P01'
/** SQLSTATE with which PostgreSQL rejects a connection whose start-up options name a role that does not exist yet. */
const INVALID_PARAMETER = '22023'

/**
 * Returns the errors of a bundle's references to missing entries. If the database has no tables yet, does not create
 * them and returns no errors.
 */
async function referencesOf({ kysely }: Database, { serviceName }: Config, documents: readonly unknown[]): Promise<PlacedFault[]> {
  return acrossCustomers(kysely, (db) => referenceFaults(db, serviceName, documents)).catch((error: unknown) => {
    if ([UNDEFINED_TABLE, INVALID_PARAMETER].includes(String((error as { code?: unknown }).code))) return []
    throw error
  })
}
