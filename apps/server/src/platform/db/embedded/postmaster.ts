import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, escapeLiteral } from 'pg'
import type { EmbeddedHome } from './home.ts'

const SUPERUSER = 'sportello'
/**
 * Database role that owns the product's database. The role may create roles and databases, but has no other special
 * rights.
 */
const OWNER = 'sportello_owner'
const DATABASE = 'sportello'

/**
 * Creates the database cluster of the embedded PostgreSQL, unless it exists.
 * @throws if initdb fails; the next start then treats the incomplete cluster as absent.
 */
export function initCluster(home: EmbeddedHome): void {
  if (existsSync(join(home.cluster, 'PG_VERSION'))) return
  const passwordCopy = join(home.socketDir, 'initdb-password')
  writeFileSync(passwordCopy, readFileSync(home.passwordFile), { mode: 0o600 })
  if (home.user) chownSync(passwordCopy, home.user.uid, home.user.gid)
  try {
    execFileSync(
      join(home.bin, 'initdb'),
      [
        '-D',
        home.cluster,
        '-U',
        SUPERUSER,
        `--pwfile=${passwordCopy}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // Versions before 17 have no built-in locales; there it is the operating system's, with the same order.
        ...(versionOf(home) < 17 ? [] : ['--locale-provider=builtin']),
        '--locale=C.UTF-8',
        '--no-instructions',
      ],
      { ...identity(home), stdio: ['ignore', 'ignore', 'pipe'] },
    )
  } catch (error) {
    const reason = String((error as { stderr?: Buffer }).stderr ?? error).trim()
    rmSync(join(home.cluster, 'PG_VERSION'), { force: true })
    throw new Error(`The embedded database could not be created: ${reason}`)
  } finally {
    rmSync(passwordCopy, { force: true })
  }
}

/** Returns the major version of PostgreSQL's programs. */
function versionOf(home: EmbeddedHome): number {
  const [, major] = /(\d+)/.exec(execFileSync(join(home.bin, 'postgres'), ['--version'], { ...identity(home), encoding: 'utf8' })) ?? []
  return Number(major)
}

/**
 * Starts PostgreSQL in its own process group. Ctrl-C in the terminal then interrupts only the server, which can stop
 * PostgreSQL as its last step.
 */
export function spawnPostmaster(home: EmbeddedHome, more: Readonly<Record<string, string>> = {}): ChildProcess {
  const log = openSync(home.logFile, 'a')
  const settings = {
    listen_addresses: '',
    unix_socket_directories: home.socketDir,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '128MB',
    max_wal_size: '1GB',
    jit: 'off',
    log_timezone: 'UTC',
    timezone: 'UTC',
    ...more,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return spawn(join(home.bin, 'postgres'), ['-D', home.cluster, ...flags], { ...identity(home), detached: true, stdio: ['ignore', log, log] })
}

function identity(home: EmbeddedHome) {
  const env = { PATH: '/usr/bin:/bin', LD_LIBRARY_PATH: home.lib, DYLD_LIBRARY_PATH: home.lib, LC_ALL: 'C.UTF-8' }
  return { cwd: '/', env, ...home.user }
}

/**
 * Returns the process id of the embedded PostgreSQL if it is running. It may have been started by this process or by an
 * earlier server process that was killed.
 */
export function livePostmaster(home: EmbeddedHome): number | undefined {
  const pid = Number(readLine(join(home.cluster, 'postmaster.pid'), 0))
  if (!pid || !isAlive(pid)) return undefined
  const command = readLine(`/proc/${pid}/cmdline`, 0)
  if (command === undefined || command.includes('postgres')) return pid
  // Another program now has the process id that is stored in `postmaster.pid`. The stale file would prevent PostgreSQL
  // from starting.
  rmSync(join(home.cluster, 'postmaster.pid'), { force: true })
  return undefined
}

function readLine(file: string, line: number): string | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n')[line]
  } catch {
    return undefined
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Returns the settings for a database connection as the owner of the product's database. This role is not a superuser.
 */
export function connectionOf(home: EmbeddedHome) {
  return { ...adminConnectionOf(home, DATABASE), user: OWNER }
}

/** Returns the settings of a database connection as the cluster's superuser. */
export function adminConnectionOf(home: EmbeddedHome, database: string) {
  return { host: home.socketDir, user: SUPERUSER, password: readFileSync(home.passwordFile, 'utf8'), database }
}

/**
 * Waits until the embedded database answers, even if it is recovering from a crash. Then creates the product's database
 * and its owner role.
 * @throws after `limitMs`, or at once when `gone` reports that PostgreSQL has exited.
 */
export async function waitUntilReady(home: EmbeddedHome, gone: () => boolean, limitMs = 60_000): Promise<void> {
  const deadline = Date.now() + limitMs
  for (;;) {
    const client = new Client(adminConnectionOf(home, 'postgres'))
    try {
      await client.connect()
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [OWNER])
      if (!rowCount) await makeOwner(client, home)
      return
    } catch (error) {
      if (gone() || Date.now() > deadline) throw error
      await sleep(50)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

/**
 * Creates the product's database and its owner role. In a cluster of an earlier release, the superuser owns the
 * database; the new role then becomes the owner of everything in it. All changes are one transaction, so that the next
 * start repeats all of them if this start is interrupted.
 */
async function makeOwner(client: Client, home: EmbeddedHome): Promise<void> {
  if (!(await client.query('select from pg_database where datname = $1', [DATABASE])).rowCount) await client.query(`create database ${DATABASE}`)
  const inside = new Client(adminConnectionOf(home, DATABASE))
  try {
    await inside.connect()
    await inside.query(
      `begin;
       create role ${OWNER} login createrole createdb password ${escapeLiteral(readFileSync(home.passwordFile, 'utf8'))};
       do $$ begin create role sportello_server nologin; exception when duplicate_object then null; end $$;
       grant sportello_server to ${OWNER} with admin option;
       alter database ${DATABASE} owner to ${OWNER};
       ${GIVE_ALL};
       commit`,
    )
  } finally {
    await inside.end().catch(() => {})
  }
}

/**
 * SQL that changes the owner of all schemas, tables, views, sequences, types and functions that belong to the product
 * or to the job queue. What belongs to an extension stays with the extension.
 */
const GIVE_ALL = `do $$
declare command text;
begin
  for command in
    select format('alter schema %I owner to ${OWNER}', nspname) from pg_namespace where nspname in ('public', 'graphile_worker')
    union all
    select format('alter %s %s owner to ${OWNER}', case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, oid::regclass)
      from pg_class c where relnamespace in (select oid from pg_namespace where nspname in ('public', 'graphile_worker')) and relkind in ('r', 'p', 'v', 'S')
        and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i') and c.relkind = 'S')
    union all
    select format('alter routine %s owner to ${OWNER}', oid::regprocedure) from pg_proc
      where pronamespace in (select oid from pg_namespace where nspname in ('public', 'graphile_worker'))
        and not exists (select from pg_depend d where d.objid = pg_proc.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
    union all
    select format('alter type %s owner to ${OWNER}', oid::regtype) from pg_type t
      where typnamespace in (select oid from pg_namespace where nspname in ('public', 'graphile_worker')) and typtype in ('e', 'd', 'c')
        and not exists (select from pg_class c where c.oid = t.typrelid and c.relkind <> 'c')
  loop
    execute command;
  end loop;
end $$`
