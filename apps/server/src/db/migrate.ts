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
 * Brings the database to this version of the product, under a lock: two servers that start together migrate once.
 * @param last the newest migration to run; all without it
 * @returns the names of the migrations that ran. @throws when one fails; it then left nothing behind.
 */
export async function migrate(owner: Pool, last?: string): Promise<string[]> {
  const { rows } = await owner.query<{ version: string }>("select current_setting('server_version_num') as version")
  if (Number(rows[0]?.version) < OLDEST_POSTGRESQL) throw new Error('The database must be PostgreSQL 18 or later')
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

/** The newest migration that was run; undefined in a database that is new. */
export async function lastMigration(owner: Pool): Promise<string | undefined> {
  const { rows: there } = await owner.query<{ there: boolean }>("select to_regclass('public.kysely_migration') is not null as there")
  if (!there[0]?.there) return undefined
  return (await owner.query<{ name: string | null }>('select max(name) as name from kysely_migration')).rows[0]?.name ?? undefined
}
