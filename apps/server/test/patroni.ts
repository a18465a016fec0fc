import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childrenOf } from './child-processes.ts'
import { freePort } from './free-port.ts'

/** Folder with the programs of Debian's PostgreSQL: its Patroni and its pgBackRest know no newer one. */
export const POSTGRESQL_15 = '/usr/lib/postgresql/15/bin'
const PATRONI = '/usr/bin/patroni'
const ETCD = '/usr/bin/etcd'
const NAMES = ['one', 'two', 'three'] as const
/** The superuser of the cluster, as of the embedded PostgreSQL. */
const SUPERUSER = 'sportello'
const PASSWORD = 'of the lab'
const LIMIT_MS = 120_000
/**
 * After how long a former primary that does not come back as a standby is made anew from the primary, as an operator does
 * with `patronictl reinit`. One of about ten killed ones waits for log that nobody sends it (Patroni 3.0.2).
 */
const PATIENCE_MS = 25_000
/** How many characters of a member's log an error shows. */
const LOG_LENGTH = 4_000
/** Seconds after which Patroni takes a silent primary for lost, and between two looks. */
const TTL = 10
const LOOP_WAIT = 2

/** Returns why this machine cannot run a cluster of Patroni; undefined if it can. */
export function whyNoPatroni(): string | undefined {
  if (process.getuid?.() !== 0) return 'not measured: only root can give PostgreSQL another account'
  const missing = [PATRONI, ETCD, join(POSTGRESQL_15, 'postgres')].filter((file) => !existsSync(file))
  return missing.length === 0 ? undefined : `not measured: ${missing.join(', ')} missing (Debian's patroni, etcd-server and postgresql-15)`
}

interface Member {
  name: string
  role: string
  state: string
}

/** Port of each server, which has an address of its own. */
const PORT = 5_432

/** Three PostgreSQL 15 under Patroni, of which one is the primary and one a synchronous standby, with their etcd. */
export interface PatroniCluster {
  /** URL of a database for a login, with all three hosts. */
  urlOf: (user: string, password: string, database: string) => string
  /** The superuser's connection to the server that is the primary now, by its Unix socket. */
  admin: () => Promise<{ host: string; user: string; password: string }>
  primary: () => Promise<string>
  /** Resolves when all three run, and one of the standbys is synchronous. */
  untilWhole: () => Promise<void>
  /** Makes the synchronous standby the primary, in good order. */
  switchOver: () => Promise<void>
  /** Kills the primary's PostgreSQL. Patroni goes on. */
  killDatabase: () => Promise<void>
  /** Kills the primary's PostgreSQL and its Patroni, as if the machine were lost. Returns a function that starts it again. */
  loseMachine: () => Promise<() => void>
  /**
   * Stops all processes of the primary without ending them: its connections stay open and nobody answers. Returns a function
   * that kills them, as a watchdog resets the machine, and starts them again. If they just went on, Patroni 3.0.2 could make
   * the old primary the leader again, beside the new one.
   */
  freezeMachine: () => Promise<() => void>
  stop: () => Promise<void>
}

interface Account {
  uid: number
  gid: number
}

interface Node {
  name: string
  api: number
  address: string
  config: string
  data: string
  child: ChildProcess | undefined
}

/** Starts a cluster whose files are in a folder. @throws if it has no primary and synchronous standby within two minutes */
export async function startPatroni(folder: string): Promise<PatroniCluster> {
  const account = accountOf('postgres')
  const own = (path: string) => chownSync(path, account.uid, account.gid)
  mkdirSync(folder, { mode: 0o711 })
  own(folder)
  const run = (program: string, args: readonly string[], log: string) => {
    const out = openSync(join(folder, `${log}.log`), 'a')
    return spawn(program, args, {
      ...account,
      cwd: folder,
      stdio: ['ignore', out, out],
      env: { PATH: `/usr/bin:/bin:${POSTGRESQL_15}`, HOME: folder, LC_ALL: 'C.UTF-8' },
    })
  }
  const [client, peer] = [await freePort(), await freePort()]
  const [clients, peers] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`]
  const etcd = run(
    ETCD,
    ['--data-dir', join(folder, 'etcd'), '--listen-client-urls', clients, '--advertise-client-urls', clients, '--listen-peer-urls', peers].concat([
      '--initial-advertise-peer-urls',
      peers,
      '--initial-cluster',
      `default=${peers}`,
      '--unsafe-no-fsync',
    ]),
    'etcd',
  )
  const nodes: Node[] = []
  for (const [at, name] of NAMES.entries()) {
    const address = `127.0.1.${at + 1}`
    const node = { name, api: await freePort(), address, config: join(folder, `${name}.yaml`), data: join(folder, name), child: undefined }
    // YAML contains JSON.
    writeFileSync(node.config, JSON.stringify(configOf(node, client)), { mode: 0o600 })
    own(node.config)
    mkdirSync(socketsOf(node), { mode: 0o711 })
    own(socketsOf(node))
    nodes.push(node)
  }
  const start = (node: Node) => {
    node.child = run(PATRONI, [node.config], node.name)
  }
  const members = async (): Promise<Member[]> => {
    for (const { api } of nodes) {
      const answer = await fetch(`http://127.0.0.1:${api}/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
    }
    return []
  }
  const leader = async () => {
    const name = (await members()).find(({ role }) => role === 'leader')?.name
    const node = nodes.find((each) => each.name === name)
    if (!node) throw new Error('the cluster has no primary')
    return node
  }
  const untilWhole = async () => {
    const started = Date.now()
    const madeAnew = new Set<string>()
    for (; Date.now() < started + LIMIT_MS; await sleep(250)) {
      const all = await members()
      if (Date.now() > started + PATIENCE_MS) {
        for (const { name, api } of nodes.filter(
          (node) => all.some((each) => each.name === node.name && each.state === 'starting') && !madeAnew.has(node.name),
        )) {
          madeAnew.add(name)
          await fetch(`http://127.0.0.1:${api}/reinitialize`, { method: 'POST', body: '{"force":true}' })
        }
      }
      const good = all.length === NAMES.length && all.every(({ state }) => state === 'running' || state === 'streaming')
      if (good && all.some(({ role }) => role === 'leader') && all.some(({ role }) => role === 'sync_standby')) return
    }
    const all = await members()
    const broken = NAMES.filter((name) => !all.some((each) => each.name === name && (each.state === 'running' || each.state === 'streaming')))
    const logs = broken.map((name) => `\n${name}: …${readFileSync(join(folder, `${name}.log`), 'utf8').slice(-LOG_LENGTH)}`)
    throw new Error(`the cluster is not whole: ${JSON.stringify(all)}${logs.join('')}`)
  }
  const stop = async () => {
    // Patroni stops its PostgreSQL.
    await Promise.all(nodes.map(async ({ child }) => child && endOf(child)))
    await endOf(etcd)
  }
  try {
    for (const node of nodes) start(node)
    await untilWhole()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    urlOf: (user, password, database) =>
      `postgres://${user}:${encodeURIComponent(password)}@${nodes.map(({ address }) => `${address}:${PORT}`).join(',')}/${database}`,
    admin: async () => ({ host: socketsOf(await leader()), user: SUPERUSER, password: PASSWORD }),
    primary: async () => (await leader()).name,
    untilWhole,
    async switchOver() {
      const from = await leader()
      const to = (await members()).find(({ role }) => role === 'sync_standby')?.name
      const body = JSON.stringify({ leader: from.name, candidate: to })
      const answer = await fetch(`http://127.0.0.1:${from.api}/switchover`, { method: 'POST', body, signal: AbortSignal.timeout(60_000) })
      if (!answer.ok) throw new Error(`no switchover: ${await answer.text()}`)
    },
    killDatabase: async () => killDatabaseOf(await leader()),
    async loseMachine() {
      const node = await leader()
      node.child?.kill('SIGKILL')
      killDatabaseOf(node)
      return () => start(node)
    },
    freezeMachine: async () => freeze(await leader(), start),
    stop,
  }
}

/** Stops all processes of a machine without ending them. @returns a function that kills them and starts the machine again */
function freeze(node: Node, start: (node: Node) => void): () => void {
  const database = postmasterOf(node)
  // Children first: the postmaster would notice that they stop.
  const all = [...childrenOf(database), database, ...(node.child?.pid === undefined ? [] : [node.child.pid])]
  signalAll(all, 'SIGSTOP')
  return () => {
    signalAll(all, 'SIGKILL')
    start(node)
  }
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) if (existsSync(`/proc/${pid}`)) process.kill(pid, signal)
}

const socketsOf = ({ data }: Pick<Node, 'data'>) => `${data}.sockets`

function configOf({ name, api, address, data }: Node, etcd: number): object {
  const login = (username: string) => ({ username, password: PASSWORD })
  return {
    scope: 'lab',
    name,
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    etcd3: { host: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ttl: TTL,
        loop_wait: LOOP_WAIT,
        retry_timeout: 3,
        synchronous_mode: true,
        // A primary that has crashed is replaced at once, and not started again first.
        primary_start_timeout: 0,
        master_start_timeout: 0,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, shared_buffers: '64MB' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${address}:${PORT}`,
      connect_address: `${address}:${PORT}`,
      data_dir: data,
      // By default all members of an account share one file, and overwrite each other's.
      pgpass: `${data}.pgpass`,
      bin_dir: POSTGRESQL_15,
      authentication: { superuser: login(SUPERUSER), replication: login('replicator'), rewind: login('rewinder') },
      parameters: { unix_socket_directories: socketsOf({ data }) },
      pg_hba: ['local all all scram-sha-256', 'host all all 127.0.0.0/8 scram-sha-256', 'host replication replicator 127.0.0.0/8 scram-sha-256'],
    },
  }
}

const postmasterOf = ({ data }: Node) => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])

function killDatabaseOf(node: Node): void {
  process.kill(postmasterOf(node), 'SIGKILL')
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 30_000)
  await gone
  clearTimeout(late)
}

/** Returns the ids of an account of this machine. */
function accountOf(name: string): Account {
  const [, , uid, gid] =
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.split(':') ?? []
  if (uid === undefined || gid === undefined) throw new Error(`this machine has no account "${name}"`)
  return { uid: Number(uid), gid: Number(gid) }
}
