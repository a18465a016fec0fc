import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../src/platform/db/database.ts'
import { launchEmbedded } from '../src/platform/db/embedded/launcher.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { agePartitions } from './partitions.ts'
import { startPatroni } from './patroni.ts'
import { startPooler } from './pooler.ts'

/** Name of the migrated database that every test file copies. */
export const TEMPLATE = 'template_sportello'

export interface TestCluster {
  host: string
  user: string
  password: string
  /** Port of PgBouncer, if the tests run behind it. */
  poolerPort?: number
}

/** Password of the server's role, with which it logs in to PgBouncer. */
export const POOLED_PASSWORD = 'pooled'

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
  if (process.env.PATRONI) return onPatroni(project, dataDir)
  // With POSTGRESQL, the tests run on a PostgreSQL that is installed on the machine, such as /usr/lib/postgresql/15/bin.
  const embedded = await launchEmbedded(dataDir, () => {}, process.env.POSTGRESQL)
  const { host, user, password } = embedded.admin
  const main = openDatabase(embedded.admin, () => {})
  // Turns off PostgreSQL's durability, because the tests need not survive a crash of the machine. With durability, each
  // commit waited 8 ms for the disk (measured on one machine).
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) await main.owner.query(`alter system set ${setting} = off`)
  await main.owner.query('select pg_reload_conf()')
  await main.close()
  await makeTemplate(embedded.admin)
  // With POOLER=1, the tests run behind PgBouncer in transaction mode.
  const pooler = process.env.POOLER ? await startPooler({ host, users: { sportello_server: POOLED_PASSWORD } }) : undefined
  if (pooler) await allowLogin(embedded.admin)
  project.provide('cluster', { host, user, password, ...(pooler && { poolerPort: pooler.port }) })
  return async () => {
    await pooler?.stop()
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Runs the tests on the primary of a Patroni cluster with a synchronous standby. */
async function onPatroni(project: TestProject, dataDir: string): Promise<() => Promise<void>> {
  const cluster = await startPatroni(join(dataDir, 'cluster'))
  const admin = await cluster.admin()
  await makeTemplate(admin)
  project.provide('cluster', admin)
  return async () => {
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Makes the migrated database that the test files copy. */
async function makeTemplate(admin: ClientConfig): Promise<void> {
  const main = new Client({ ...admin, database: 'postgres' })
  await main.connect()
  await main.query(`create database ${TEMPLATE}`)
  await main.end()
  const template = openDatabase({ ...admin, database: TEMPLATE }, () => {})
  await migrate(template.owner)
  await agePartitions(template.owner, ["'2020-01-01Z'", "date_trunc('month', now() - interval '2 months', 'UTC')", "date_trunc('month', now(), 'UTC')"])
  await template.close()
}

/** Lets the server's role log in by itself, as behind a pooler. */
async function allowLogin(admin: ClientConfig): Promise<void> {
  const client = new Client(admin)
  await client.connect()
  await client.query(`alter role sportello_server login password '${POOLED_PASSWORD}'; alter role sportello_server set statement_timeout = '10s'`)
  await client.end()
}
