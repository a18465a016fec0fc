import type { ClientBase, ClientConfig } from 'pg'
import { FollowingClient, type ServersConfig } from './following-client.ts'

/** The unprivileged database role that runs the server's statements; row security applies to this role. */
export const SERVER_ROLE = 'sportello_server'

/**
 * Error for a database connection on which row security would not separate the customers. The message is one line that
 * tells the operator what to do.
 */
export class UnsafeConnection extends Error {}

const POOLED =
  'Between server and database something drops the start-up parameter "options", by which the server takes on its unprivileged role: let DATABASE_URL lead to PostgreSQL itself, or set DATABASE_DIRECT_URL to PostgreSQL and let DATABASE_URL log in to the pooler as "sportello_server".'

/**
 * SQL that reads the role of a database connection. The column `guarded` is null until the first migration has created
 * the tables.
 */
const LOOK = `select rolname as role, rolsuper or rolbypassrls as privileged, row_security_active(to_regclass('public.requests')) as guarded
  from pg_roles where rolname = current_user`

interface Look {
  role: string
  privileged: boolean
  guarded: boolean | null
}

/**
 * Checks a new database connection before its first use: it must have the server's role, and row security must apply to
 * that role. A connection pooler may drop the start-up option that sets the role; the connection would then see the
 * rows of all customers.
 * @throws UnsafeConnection.
 */
export async function verifyServerRole(client: ClientBase): Promise<void> {
  const { rows } = await client.query<Look>(LOOK)
  const [look] = rows
  if (look?.role !== SERVER_ROLE) {
    throw new UnsafeConnection(
      `The database runs the server's statements as "${look?.role}" instead of "${SERVER_ROLE}": customers would not be isolated. ${POOLED}`,
    )
  }
  if (look.privileged || look.guarded === false) {
    throw new UnsafeConnection(
      `Row security does not hold for the database role "${SERVER_ROLE}": take SUPERUSER and BYPASSRLS from it, and let it own no table (alter role ${SERVER_ROLE} nosuperuser nobypassrls).`,
    )
  }
}

/**
 * Checks a database connection before its first use. The connection must keep its start-up options. The login role must
 * be unable to bypass row security, because any SQL statement could switch back to the login role.
 * @throws UnsafeConnection, or the database's error.
 */
export async function verifyLogin(connection: ClientConfig & ServersConfig): Promise<void> {
  const client = new FollowingClient({ ...connection, options: '-c sportello.passed_on=yes' })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ passed_on: string | null; login: string; privileged: boolean }>(
      `select current_setting('sportello.passed_on', true) as passed_on, rolname as login, rolsuper or rolbypassrls as privileged
       from pg_roles where rolname = session_user`,
    )
    const [look] = rows
    if (look?.passed_on !== 'yes') throw new UnsafeConnection(POOLED)
    if (look.privileged) {
      throw new UnsafeConnection(
        `DATABASE_URL logs in as "${look.login}", which has SUPERUSER or BYPASSRLS: no customer's data would be isolated from it. Create a role for the server (create role sportello login createrole password '…'), give it the database and all that is in it, and log in as that.`,
      )
    }
  } catch (error) {
    // Some connection poolers reject the start-up option that sets the role.
    throw error instanceof Error && /unsupported startup parameter/.test(error.message) ? new UnsafeConnection(POOLED) : error
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Checks the login of the connections through a pooler. It must be the server's role itself: a pooler passes on no
 * start-up option that sets the role, and keeps nothing that a session sets. For the same reason the role needs a timeout
 * of its own.
 * @param direct connection options that lead to the same database without the pooler
 * @throws UnsafeConnection, or the database's error.
 */
export async function verifyPooledLogin(connection: ClientConfig & ServersConfig, direct: ClientConfig & ServersConfig): Promise<void> {
  const client = new FollowingClient(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    await verifyServerRole(client)
    const [reached, own] = [await databaseOf(client), await databaseBehind(direct)]
    if (reached !== own) {
      throw new UnsafeConnection(
        'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: let both lead to the same one, the first through the pooler.',
      )
    }
    const { rows } = await client.query<{ login: string; timeout: string }>("select session_user as login, current_setting('statement_timeout') as timeout")
    const [look] = rows
    if (look?.login !== SERVER_ROLE) {
      throw new UnsafeConnection(
        `Through the pooler, DATABASE_URL logs in as "${look?.login}", which could take on another role: let it log in as "${SERVER_ROLE}".`,
      )
    }
    if (look.timeout === '0') {
      throw new UnsafeConnection(
        `Statements through the pooler have no timeout: set it for the login (alter role ${SERVER_ROLE} set statement_timeout = '10s'), and reconnect the pooler.`,
      )
    }
  } finally {
    await client.end().catch(() => {})
  }
}

/** Returns what identifies a database: its own number, and the moment at which its PostgreSQL was started. */
async function databaseOf(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    "select oid || ' ' || extract(epoch from pg_postmaster_start_time()) as id from pg_database where datname = current_database()",
  )
  return rows[0]?.id
}

async function databaseBehind(connection: ClientConfig & ServersConfig): Promise<string | undefined> {
  const client = new FollowingClient(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    return await databaseOf(client)
  } finally {
    await client.end().catch(() => {})
  }
}
