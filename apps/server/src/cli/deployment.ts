import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { acrossCustomers } from '../db/with-customer.ts'
import { audit, type Change } from '../operators/rules.ts'

/** The deployment that a command works on. */
export interface Deployment {
  database: Database
  config: Config
}

/** Writes a change made at the command line, which knows no operator, to the log of changes. */
export const noted = ({ database }: Pick<Deployment, 'database'>, change: Change) =>
  acrossCustomers(database.kysely, (db) => audit(db, { username: '' }, change))
