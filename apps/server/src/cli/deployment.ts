import { audit, type Change } from '../management/audit.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/db/database.ts'
import { acrossCustomers } from '../platform/db/with-customer.ts'

/** The configuration and the database of the deployment on which a command works. */
export interface Deployment {
  database: Database
  config: Config
}

/** Records a change by the command line in the audit log. The entry names the command line as the operator. */
export const noted = ({ database }: Pick<Deployment, 'database'>, change: Change) =>
  acrossCustomers(database.kysely, (db) => audit(db, { username: '' }, change))
