import type { Config } from '../config.ts'
import { type Database, openDatabase } from './database.ts'
import { launchEmbedded } from './embedded/launcher.ts'

const quiet = () => {}
const COMMAND = 'sportello-command'

/** Connects a command of the command line to the database. Starts the embedded PostgreSQL if no server is running. */
export async function connectForCommand(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<{ database: Database; close: () => Promise<void> }> {
  if (config.databaseUrl !== undefined) {
    const database = openDatabase({ connectionString: config.databaseUrl }, quiet, { name: COMMAND, longTimeouts: true })
    return { database, close: database.close }
  }
  const embedded = await launchEmbedded(config.dataDir, quiet)
  const database = openDatabase(embedded.connection, quiet, { name: COMMAND, longTimeouts: true })
  return {
    database,
    async close() {
      // Leaves the embedded PostgreSQL running in two cases: it was already running when this command started, or a
      // server process that started later uses it.
      const leaveRunning = !embedded.started || (await othersConnected(database))
      await database.close()
      await embedded.stop({ leaveRunning })
    },
  }
}

async function othersConnected(database: Database): Promise<boolean> {
  const { rows } = await database.owner.query<{ others: boolean }>(
    "select exists (select from pg_stat_activity where application_name like 'sportello%' and application_name <> $1) as others",
    [COMMAND],
  )
  return rows[0]?.others ?? false
}
