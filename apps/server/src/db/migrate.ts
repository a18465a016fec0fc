import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'
import type { Pool } from 'pg'

const FOLDER = new URL('./migrations/', import.meta.url)
const OLDEST_POSTGRESQL = 180_000

/** Numbered and named SQL files, one idea each, never edited once they are on main. */
const provider: MigrationProvider = {
  async getMigrations() {
    const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql'))
    return Object.fromEntries(
      files.map((file) => [file.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(await readFile(new URL(file, FOLDER), 'utf8')).execute(db)) }]),
    )
  },
}

/**
 * Brings the database to this version of the product, under a lock: two servers that start together migrate once. One that a later version has
 * brought further already is left as it is: a server of the version before may start again while the new ones take over.
 * @param last the newest migration to run; all without it
 * @returns the names of the migrations that ran. @throws when one fails; it then left nothing behind.
 */
export async function migrate(owner: Pool, last?: string): Promise<string[]> {
  const { rows } = await owner.query<{ version: string }>("select current_setting('server_version_num') as version")
  if (Number(rows[0]?.version) < OLDEST_POSTGRESQL) throw new Error('The database must be PostgreSQL 18 or later')
  if (last === undefined && (await isAhead(owner))) return []
  await runMigrations({ pgPool: owner })
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: owner }) })
  const migrator = new Migrator({ db: kysely, provider })
  const { error, results } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last))
  if (error) throw error
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

export async function knowsMigration(name: string): Promise<boolean> {
  return name in (await provider.getMigrations())
}

/** The migrations that were run, oldest first; none in a database that is new. */
async function migrationsOf(owner: Pool): Promise<string[]> {
  const { rows: there } = await owner.query<{ there: boolean }>("select to_regclass('public.kysely_migration') is not null as there")
  if (!there[0]?.there) return []
  return (await owner.query<{ name: string }>('select name from kysely_migration order by name')).rows.map(({ name }) => name)
}

/** Whether all migrations of this version were run, and then others, which it does not know. */
async function isAhead(owner: Pool): Promise<boolean> {
  const ran = await migrationsOf(owner)
  const own = Object.keys(await provider.getMigrations()).sort()
  return ran.length > own.length && own.every((name, at) => ran[at] === name)
}

/** The newest migration that was run; undefined in a database that is new. */
export async function lastMigration(owner: Pool): Promise<string | undefined> {
  return (await migrationsOf(owner)).at(-1)
}
