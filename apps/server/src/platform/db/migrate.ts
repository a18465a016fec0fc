import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'
import type { Pool } from 'pg'
import { makePartitions } from './partitions.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
const OLDEST_POSTGRESQL = 150_000
/** The version since which PostgreSQL has `uuidv7()` itself. */
const WITH_UUIDV7 = 180_000

/**
 * SQL of a function `uuidv7()` for PostgreSQL 15 to 17, with the bits of PostgreSQL 18 (RFC 9562, 6.2, method 3): 48 bits of
 * milliseconds, 12 bits for the fraction of a millisecond, then random bits.
 */
export const UUIDV7 = `
create or replace function public.uuidv7() returns uuid language sql volatile parallel safe as $$
  select encode(overlay(uuid_send(gen_random_uuid()) placing
    substring(int8send(us / 1000) from 3) || int2send((28672 + (us % 1000) * 4096 / 1000)::smallint) from 1), 'hex')::uuid
  from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as us) as moment
$$`

/**
 * The first line of a migration file selects how the file runs. `-- concurrently`: each statement runs outside a
 * transaction, because CREATE INDEX CONCURRENTLY requires that; the file must be repeatable. `-- batches`: one
 * statement, repeated in separate transactions until it changes no row. Otherwise: one transaction that waits at most
 * one second for a lock (`lock_timeout`) and is retried.
 */
const KIND = /^-- (concurrently|batches)\b/

/**
 * Maximum time that a migration waits for a lock. During the wait, all other statements on the same table wait behind
 * the migration.
 */
const LOCK_TIMEOUT = '1s'
const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'
const LOCK_TRIES = 120
const LONGEST_PAUSE_MS = 5_000

/** Reads the migrations, which are numbered SQL files. A file never changes after it was merged. */
const provider: MigrationProvider = {
  async getMigrations() {
    const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql'))
    return Object.fromEntries(files.map((file) => [file.replace(/\.sql$/, ''), { up: (db) => runFile(db, file) }]))
  },
}

const read = (file: string) => readFile(new URL(file, FOLDER), 'utf8')
const kindOf = (text: string) => KIND.exec(text)?.[1]

async function runFile(db: Kysely<unknown>, file: string): Promise<void> {
  const text = await read(file)
  const kind = kindOf(text)
  if (kind === 'concurrently') await runConcurrently(db, text)
  else if (kind === 'batches') await runInBatches(db, text)
  else await sql.raw(`set local lock_timeout = '${LOCK_TIMEOUT}';\n${text}`).execute(db)
}

/**
 * Runs the statements of a migration file one by one. First drops an invalid index that an interrupted run may have
 * left behind, so that the file can build the index again.
 */
async function runConcurrently(db: Kysely<unknown>, text: string): Promise<void> {
  for (const statement of text.split(/;[ \t]*$/m).filter((each) => each.replace(/--.*$/gm, '').trim() !== '')) {
    const [, index] = /create (?:unique )?index concurrently if not exists (\w+)/i.exec(statement) ?? []
    if (index !== undefined) {
      const { rows } = await sql`select from pg_index where indexrelid = to_regclass(${index}) and not indisvalid`.execute(db)
      if (rows.length > 0) await sql`drop index concurrently ${sql.ref(index)}`.execute(db)
    }
    await sql.raw(statement).execute(db)
  }
}

async function runInBatches(db: Kysely<unknown>, text: string): Promise<void> {
  for (let changed = 1n; changed > 0n; ) {
    changed = await db.transaction().execute(async (transaction) => {
      await sql`select set_config('sportello.across_customers', 'on', true)`.execute(transaction)
      return (await sql.raw(text).execute(transaction)).numAffectedRows ?? 0n
    })
  }
}

/**
 * Migrates the database to the version of this server. If several servers start at the same time, a lock lets only one
 * of
 * them migrate. Each migration file is committed separately, so that the deployment keeps serving between two files. If
 * a newer version has already migrated the database, nothing is changed, so that a server of the previous version can
 * restart during a rolling update.
 * @param last the newest migration to run; by default all migrations run
 * @returns the names of the migrations that ran.
 * @throws if a migration fails; the failed file is rolled back.
 */
export async function migrate(owner: Pool, last?: string, log: (message: string) => void = () => {}): Promise<string[]> {
  const { rows } = await owner.query<{ version: string }>("select current_setting('server_version_num') as version")
  const version = Number(rows[0]?.version)
  if (version < OLDEST_POSTGRESQL) throw new Error('The database must be PostgreSQL 15 or later')
  if (last === undefined && (await isAhead(owner))) return []
  return underLock(owner, async () => {
    await runMigrations({ pgPool: owner })
    if (version < WITH_UUIDV7) await owner.query(UUIDV7)
    const migrator = new Migrator({ db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool: owner }) }), provider })
    const done = new Set(await migrationsOf(owner))
    const pending = Object.keys(await provider.getMigrations())
      .sort()
      .filter((name) => !done.has(name) && (last === undefined || name <= last))
    for (const name of pending) await runNext(migrator, name, log)
    if (pending.length === 0) await rejectUnknown(migrator)
    if (last === undefined) await makePartitions(owner)
    return pending
  })
}

/**
 * Runs the next migration file, which must have the given name. Retries the file after a lock timeout or a deadlock.
 */
async function runNext(migrator: Migrator, name: string, log: (message: string) => void): Promise<void> {
  const disableTransactions = kindOf(await read(`${name}.sql`)) !== undefined
  for (let attempt = 1; ; attempt++) {
    const { error, results } = await migrator.migrateUp({ disableTransactions })
    if (!error) {
      const ran = results?.[0]?.migrationName
      if (ran !== name) throw new Error(`the migration ${ran} ran instead of ${name}`)
      return
    }
    const { code } = error as { code?: string }
    if ((code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) || attempt === LOCK_TRIES) throw error
    if (attempt % 10 === 1) log(`the migration ${name} waits for a lock of another transaction, retrying`)
    await sleep(Math.min(250 * attempt, LONGEST_PAUSE_MS))
  }
}

/**
 * Rejects a database that a newer version of the product has migrated.
 * @throws if the database has a migration that this version does not know.
 */
async function rejectUnknown(migrator: Migrator): Promise<void> {
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Key of PostgreSQL's advisory lock that only one migrating process holds at a time; an arbitrary constant. */
const LOCK = 7_021_904
const LOCK_POLL_MS = 200

/**
 * Runs `work` under a session-level advisory lock, so that only one process migrates at a time. Polls for the lock with
 * short statements. A single statement that waits for the lock would hold a snapshot, and CREATE INDEX CONCURRENTLY
 * would wait until that snapshot ends.
 */
async function underLock<T>(owner: Pool, work: () => Promise<T>): Promise<T> {
  const client = await owner.connect()
  let failure: Error | undefined
  try {
    while (!(await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK])).rows[0]?.taken) await sleep(LOCK_POLL_MS)
    return await work()
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    // Closes the database connection, which always releases its advisory lock. A connection that is returned to the
    // pool could keep the lock.
    client.release(failure ?? true)
  }
}

/** Returns true if this release contains a migration with the given name. */
export async function knowsMigration(name: string): Promise<boolean> {
  return name in (await provider.getMigrations())
}

/**
 * Returns the names of the migrations that were applied to the database, oldest first; an empty list for a new
 * database.
 */
async function migrationsOf(owner: Pool): Promise<string[]> {
  const { rows: there } = await owner.query<{ there: boolean }>("select to_regclass('public.kysely_migration') is not null as there")
  if (!there[0]?.there) return []
  return (await owner.query<{ name: string }>('select name from kysely_migration order by name')).rows.map(({ name }) => name)
}

/**
 * Returns true if a newer release has migrated the database: it has all migrations of this release and at least one
 * more.
 */
async function isAhead(owner: Pool): Promise<boolean> {
  const ran = await migrationsOf(owner)
  const own = Object.keys(await provider.getMigrations()).sort()
  return ran.length > own.length && own.every((name, at) => ran[at] === name)
}

/** Returns the name of the newest migration that was applied to the database; undefined for a new database. */
export async function lastMigration(owner: Pool): Promise<string | undefined> {
  return (await migrationsOf(owner)).at(-1)
}
