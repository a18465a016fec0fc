import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolConfig } from 'pg'
import { prepareHome } from '../../apps/server/src/platform/db/embedded/home.ts'
import { type EmbeddedDatabase, launchEmbedded } from '../../apps/server/src/platform/db/embedded/launcher.ts'
import { adminConnectionOf, connectionOf, isAlive } from '../../apps/server/src/platform/db/embedded/postmaster.ts'
import { objectStorageAt } from '../../apps/server/src/platform/environment.ts'
import type { StorePlace } from '../../apps/server/src/requests/attachments/store.ts'
import { API_KEY } from './client.ts'
import { labBundle } from './lab-bundle.ts'
import { type Line, openLine } from './line.ts'
import { runCommand, ServerProcess } from './server-process.ts'

/** The key that both servers share. */
export const SECRET_KEY = 'the servers of the lab share this key'
const quiet = () => {}

interface LabOptions {
  /**
   * Who keeps the database running: the first server, as `npm start` does, or the lab itself, which then can end either server in good
   * order, and holds the line between each and the database.
   */
  database?: 'first server' | 'lab'
  /** More variables of the servers' environment. */
  env?: Record<string, string>
  /** Where the form `direct` sends its tickets. */
  webhooks?: readonly { form: string; url: string }[]
  /** The folder that everything is kept below. */
  under?: string
  /** How many servers; two where it is not said. */
  servers?: number
  /** How many of them are started; all where it is not said. */
  started?: number
  /** Where the copies of the product stand that the first servers run; the others, and all where it is not said, run this one. */
  roots?: readonly string[]
}

/** Two servers of the product on one database and one data folder, to be broken. */
export interface Lab {
  dataDir: string
  /** Where the servers keep files. */
  place: StorePlace
  servers: readonly ServerProcess[]
  /** The lines between the servers and the database, where the lab keeps it. */
  lines: readonly Line[]
  /** Connections of the cluster's superuser, which no line of theirs carries, and for which row security does not hold. */
  owner: Pool
  database: PoolConfig
  /** A server at random. */
  anyServer: () => ServerProcess
  postmaster: () => number
  /** The postmaster and all its children. */
  databaseProcesses: () => number[]
  /** Until the database takes connections again. */
  untilDatabase: () => Promise<void>
  close: () => Promise<void>
}

export async function startLab({
  database: keeper = 'first server',
  env = {},
  webhooks = [],
  under = tmpdir(),
  servers: count = 2,
  started = count,
  roots = [],
}: LabOptions = {}): Promise<Lab> {
  const dataDir = mkdtempSync(join(under, 'sportello-lab-'))
  // Within reach of the user that the database runs as, so that its cluster stands here and goes with the folder.
  chmodSync(dataDir, 0o711)
  const servers: ServerProcess[] = []
  const lines: Line[] = []
  let embedded: EmbeddedDatabase | undefined
  let owner: Pool | undefined
  async function close(): Promise<void> {
    // The first one may keep the database that the others need to end in order.
    for (const server of servers.toReversed()) await server.stop().catch(toldAndFailed)
    await owner?.end()
    for (const line of lines) await line.close()
    await embedded?.stop()
    process.off('exit', cutOff)
    rmSync(dataDir, { recursive: true, force: true })
  }
  const cutOff = () => endPostmaster(dataDir)
  process.once('exit', cutOff)
  try {
    const bundle = join(dataDir, 'bundle.json')
    writeFileSync(bundle, JSON.stringify(labBundle(webhooks)))
    if (keeper === 'lab') embedded = await launchEmbedded(dataDir, quiet)
    await runCommand(['import', bundle], { DATA_DIR: dataDir, SECRET_KEY, ...(embedded && { DATABASE_URL: urlOf(embedded.connection) }) }, roots[0])
    const connection = embedded?.connection ?? connectionOf(prepareHome(dataDir))
    owner = new Pool({ ...adminConnectionOf(prepareHome(dataDir), connection.database), max: 4 })
    owner.on('error', quiet)
    owner.on('connect', (client) => client.on('error', quiet))
    const common = { DATA_DIR: dataDir, API_KEY, SECRET_KEY, LOG_LEVEL: 'fatal', OUTBOUND_ALLOW: '127.0.0.0/8', PUBLIC_URL: 'http://sportello.example', ...env }
    for (let at = 0; at < count; at++) {
      const line = keeper === 'lab' ? await openLine({ path: join(String(connection.host), '.s.PGSQL.5432') }) : undefined
      if (line) lines.push(line)
      const url = line ? urlOf({ ...connection, host: '127.0.0.1', port: line.port }) : at > 0 ? urlOf(connection) : undefined
      const server = await ServerProcess.make({ ...common, ...(url !== undefined && { DATABASE_URL: url }) }, join(dataDir, `server-${at + 1}.log`), roots[at])
      servers.push(server)
      if (at >= started) continue
      server.start()
      await server.untilReady()
    }
    const postmaster = () => postmasterOf(dataDir)
    return {
      dataDir,
      place: { dataDir, ...(env.S3_URL !== undefined && { objectStorage: objectStorageAt(env.S3_URL) }) },
      servers,
      lines,
      owner,
      database: connection,
      anyServer: () => servers[Math.floor(Math.random() * servers.length)] as ServerProcess,
      postmaster,
      databaseProcesses: () => [postmaster(), ...childrenOf(postmaster())],
      untilDatabase: () => untilAnswers(connection),
      close,
    }
  } catch (error) {
    await close().catch(quiet)
    throw error
  }
}

const postmasterOf = (dataDir: string) => Number(readFileSync(join(dataDir, 'postgresql', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])

/** Where the lab is cut off: the database outlives the servers, and must not outlive the lab. */
function endPostmaster(dataDir: string): void {
  try {
    process.kill(postmasterOf(dataDir), 'SIGQUIT')
  } catch {
    // It has not begun, or has ended.
  }
}

/** A server that did not end in good order fails the run, but not the figure that was taken from it before. */
function toldAndFailed(error: unknown): void {
  console.error(error)
  process.exitCode = 1
}

export const urlOf = ({ host, port, user, password, database }: PoolConfig) =>
  host?.startsWith('/')
    ? `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`
    : `postgres://${user}:${password}@${host}:${port}/${database}`

async function untilAnswers(connection: PoolConfig): Promise<void> {
  for (;;) {
    const pool = new Pool({ ...connection, max: 1, connectionTimeoutMillis: 2_000 })
    pool.on('error', quiet)
    try {
      await pool.query('select 1')
      return
    } catch {
      await sleep(20)
    } finally {
      await pool.end().catch(quiet)
    }
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => parentOf(pid) === parent)
    .map(Number)
}

function parentOf(pid: string): number | undefined {
  try {
    // proc(5): the name in brackets may hold anything, the fields after it are state and parent.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
  } catch {
    return undefined
  }
}

/** Sends a signal to those of the processes that are still there. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, name)
}
