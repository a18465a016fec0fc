import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../src/platform/db/database.ts'
import { launchEmbedded } from '../src/platform/db/embedded/launcher.ts'
import { migrate } from '../src/platform/db/migrate.ts'

/** Name of the migrated database that every test file copies. */
export const TEMPLATE = 'template_sportello'

export interface TestCluster {
  host: string
  user: string
  password: string
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster
  }
}

/** Starts one real PostgreSQL for the whole test run, with one migrated database that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sportello-test-'))
  // PostgreSQL runs as another system user, which creates and deletes the database cluster in this folder. Makes the
  // folder accessible to that user.
  chmodSync(dataDir, 0o711)
  // With POSTGRESQL, the tests run on a PostgreSQL that is installed on the machine, such as /usr/lib/postgresql/15/bin.
  const embedded = await launchEmbedded(dataDir, () => {}, process.env.POSTGRESQL)
  const { host, user, password } = embedded.admin
  const main = openDatabase(embedded.admin, () => {})
  // Turns off PostgreSQL's durability, because the tests need not survive a crash of the machine. With durability, each
  // commit waited 8 ms for the disk (measured on one machine).
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) await main.owner.query(`alter system set ${setting} = off`)
  await main.owner.query('select pg_reload_conf()')
  await main.owner.query(`create database ${TEMPLATE}`)
  await main.close()
  const template = openDatabase({ ...embedded.admin, database: TEMPLATE }, () => {})
  await migrate(template.owner)
  await template.close()
  project.provide('cluster', { host, user, password })
  return async () => {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
