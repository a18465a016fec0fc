import { audit, type Change } from '../management/audit.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/db/database.ts'
import { acrossCustomers } from '../platform/db/with-customer.ts'

/** The configuration and the database of the deployment on which a command works. */
export interface Deployment {
  database: Database
  config: Config
}

/** Writes a line to the audit log for a change by the command line. The line names the command line as the operator. */
export const noted = ({ database }: Pick<Deployment, 'database'>, change: Change) =>
  acrossCustomers(database.kysely, (db) => audit(db, { username: '' }, change))
