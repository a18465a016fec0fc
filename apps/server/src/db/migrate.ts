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
 * @returns the names of the migrations that ran. @throws when one fails; it then left nothing behind.
 */
export async function migrate(owner: Pool): Promise<string[]> {
  const { rows } = await owner.query<{ version: string }>("select current_setting('server_version_num') as version")
  if (Number(rows[0]?.version) < OLDEST_POSTGRESQL) throw new Error('The database must be PostgreSQL 18 or later')
  await runMigrations({ pgPool: owner })
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: owner }) })
  const { error, results } = await new Migrator({ db: kysely, provider }).migrateToLatest()
  if (error) throw error
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}
