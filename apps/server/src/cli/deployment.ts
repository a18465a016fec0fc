import { audit, type Change } from '../management/audit.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/db/database.ts'
import { acrossCustomers } from '../platform/db/with-customer.ts'

/** The configuration and database that a command works on. */
export interface Deployment {
  database: Database
  config: Config
}

/** Writes an audit line for a change by the command line, with the command line as the operator. */
export const noted = ({ database }: Pick<Deployment, 'database'>, change: Change) =>
  acrossCustomers(database.kysely, (db) => audit(db, { username: '' }, change))
