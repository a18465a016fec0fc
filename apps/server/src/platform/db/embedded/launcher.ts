import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareHome } from './home.ts'
import { adminConnectionOf, connectionOf, initCluster, isAlive, livePostmaster, spawnPostmaster, waitUntilReady } from './postmaster.ts'

/** A running embedded PostgreSQL. */
export interface EmbeddedDatabase {
  /** Settings of a database connection with the role that owns the product's database. */
  connection: ReturnType<typeof connectionOf>
  /** Settings of a database connection as superuser to the cluster's maintenance database. */
  admin: ReturnType<typeof adminConnectionOf>
  /** True if this process started the PostgreSQL server; false if PostgreSQL was already running. */
  started: boolean
  /**
   * Stops supervising PostgreSQL. Also stops PostgreSQL itself, unless `leaveRunning` is set (fast shutdown: clients
   * are disconnected, no data is lost).
   */
  stop: (options?: { leaveRunning?: boolean }) => Promise<void>
}

const FIRST_BACKOFF_MS = 200
const MAX_BACKOFF_MS = 5_000
const WATCH_MS = 500

/**
 * Starts the embedded PostgreSQL under `dataDir`. If its server process was killed, PostgreSQL may still be running;
 * then
 * takes over the running one. Restarts PostgreSQL with exponential backoff if it exits.
 * @param installed folder with the programs of another PostgreSQL than the packaged one; the tests run on it too
 * @param settings further settings of PostgreSQL, for measurements with many processes
 */
export async function launchEmbedded(
  dataDir: string,
  log: (message: string) => void,
  installed?: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<EmbeddedDatabase> {
  const home = prepareHome(dataDir, installed)
  initCluster(home)
  let child: ChildProcess | undefined
  let pid = livePostmaster(home)
  const started = pid === undefined
  const stopping = new AbortController()

  async function start(): Promise<void> {
    for (let backoff = FIRST_BACKOFF_MS; !stopping.signal.aborted; backoff = Math.min(backoff * 2, MAX_BACKOFF_MS)) {
      child = spawnPostmaster(home, settings)
      child.on('error', () => {})
      pid = child.pid
      try {
        await waitUntilReady(home, () => child?.exitCode !== null)
        return
      } catch (error) {
        // After PostgreSQL was killed, its child processes may hold its shared memory for a moment. A new PostgreSQL
        // then exits, so this process retries the start.
        log(`the database did not start, retrying: ${error instanceof Error ? error.message : error}`)
        await sleep(backoff)
      }
    }
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(WATCH_MS, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      if (pid !== undefined && isAlive(pid) && child?.exitCode == null && child?.signalCode == null) continue
      log('the database process ended, restarting it')
      await start()
    }
  }

  if (started) await start()
  else await waitUntilReady(home, () => livePostmaster(home) === undefined)
  const watching = watch()

  return {
    connection: connectionOf(home),
    admin: adminConnectionOf(home, 'postgres'),
    started,
    async stop({ leaveRunning = false } = {}) {
      stopping.abort()
      await watching
      child?.unref()
      if (leaveRunning || pid === undefined) return
      if (isAlive(pid)) process.kill(pid, 'SIGINT')
      for (let waited = 0; isAlive(pid) && child?.exitCode == null && waited < 30_000; waited += 20) await sleep(20)
    },
  }
}
