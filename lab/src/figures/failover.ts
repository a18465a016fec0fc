import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { FollowingClient } from '../../../apps/server/src/platform/db/following-client.ts'
import { Servers } from '../../../apps/server/src/platform/db/servers.ts'
import { urlsOfHosts } from '../../../apps/server/src/platform/addresses.ts'
import { audit, formatFaults } from '../audit.ts'
import { API_KEY, send } from '../client.ts'
import { type Lab, SECRET_KEY } from '../deployment.ts'
import { type Figure, type Measured, thousands } from '../figure.ts'
import { labBundle } from '../lab-bundle.ts'
import { freshSend, Ledger, runVisitors } from '../ledger.ts'
import { type PatroniCluster, SUPERUSER_PASSWORD, startPatroni, whyNoPatroni } from '../patroni.ts'
import { runCommand, ServerProcess } from '../server-process.ts'

const VISITORS = 6
const PAUSE_LIMIT_MS = 15_000
const GIVEN_UP_MS = 60_000
const OWNER = 'sportello'

/** The ways in which the primary changes, one after another. */
const WAYS = ['switched', 'killed', 'lost'] as const

export const failover: Figure = {
  id: 'G31',
  what: 'The primary of a Patroni cluster of three is switched, its PostgreSQL is killed, or its machine is lost, while visitors send to two servers',
  goal: '20 of 20 times: 0 lost, 0 stored twice, sending works again within 15 s, and each server finds the new primary by itself',
  async run(size) {
    const why = whyNoPatroni()
    if (why !== undefined) return { size: '', measured: why, met: 'not applicable' }
    const folder = mkdtempSync(join(tmpdir(), 'sportello-patroni-'))
    // PostgreSQL has another account.
    chmodSync(folder, 0o711)
    const stops: (() => Promise<unknown>)[] = []
    try {
      return await fail(folder, size(20), stops)
    } finally {
      for (const stop of stops.toReversed()) await stop().catch((error: unknown) => console.error(error))
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function fail(folder: string, times: number, stops: (() => Promise<unknown>)[]): Promise<Measured> {
  const cluster = await startPatroni(join(folder, 'cluster'))
  stops.push(cluster.stop)
  const lab = await startServers(cluster, folder, stops)
  const ledger = new Ledger()
  const running = new AbortController()
  const visitors = runVisitors(lab, ledger, running.signal, { visitors: VISITORS, pauseMs: 20 })
  stops.push(async () => {
    running.abort()
    await visitors
  })
  const pauses: number[] = []
  const counts = new Map<string, number>()
  for (let time = 0; time < times; time++) {
    const way = WAYS[time % WAYS.length] ?? 'switched'
    await sleep(2_000)
    const pause = await changePrimary(cluster, lab, way)
    pauses.push(pause)
    counts.set(way, (counts.get(way) ?? 0) + 1)
    console.log(`   ${way}: ${(pause / 1_000).toFixed(1)} s`)
    await cluster.untilWhole()
  }
  await sleep(2_000)
  running.abort()
  await visitors
  const faults = formatFaults(await audit(lab, ledger))
  const longest = Math.max(...pauses)
  return {
    size: `${times} changes (${[...counts].map(([way, count]) => `${count} ${way}`).join(', ')}); ${thousands(ledger.entries.size)} acknowledged`,
    measured: `${faults ?? '0 lost, 0 stored twice'}; sending worked again after ${(longest / 1_000).toFixed(1)} s at most; a visitor waited ${(ledger.longestMs / 1_000).toFixed(1)} s at most`,
    met: faults === undefined && longest <= PAUSE_LIMIT_MS,
  }
}

/** Changes the primary. @returns the longest time in milliseconds in which one of the servers stored nothing */
async function changePrimary(cluster: PatroniCluster, lab: Lab, way: (typeof WAYS)[number]): Promise<number> {
  const before = await cluster.primary()
  const watching = new AbortController()
  const watched = lab.servers.map(({ url }) => watchServer(url, watching.signal))
  let startAgain: (() => void) | undefined
  try {
    if (way === 'switched') await cluster.switchOver()
    else if (way === 'killed') await cluster.killDatabase()
    else startAgain = await cluster.loseMachine()
    const started = performance.now()
    const patience = () => {
      if (performance.now() - started > GIVEN_UP_MS) throw new Error(`a server stored nothing more after the primary was ${way}`)
      return sleep(50)
    }
    while ((await cluster.primary().catch(() => before)) === before) await patience()
    const changed = performance.now()
    while (watched.some(({ last }) => last() < changed)) await patience()
  } finally {
    watching.abort()
    await Promise.all(watched.map(({ done }) => done))
    startAgain?.()
  }
  return Math.max(...watched.map(({ longest }) => longest()))
}

/** Sends to one server all the time. */
function watchServer(url: string, ended: AbortSignal) {
  let last = performance.now()
  let longest = 0
  const watch = async () => {
    for (; !ended.aborted; await sleep(50)) {
      const answer = await send(url, freshSend('direct')).catch(() => undefined)
      if (answer?.status !== 201) continue
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }
  }
  return { last: () => last, longest: () => longest, done: watch() }
}

/** Makes the product's database in the cluster, and starts two servers that know all three hosts. */
async function startServers(cluster: PatroniCluster, folder: string, stops: (() => Promise<unknown>)[]): Promise<Lab> {
  const superuser = openPool(cluster.urlOf('postgres', SUPERUSER_PASSWORD, 'postgres'))
  await superuser.query(`create role ${OWNER} login createrole password '${SUPERUSER_PASSWORD}'`)
  await superuser.query(`create database ${OWNER} owner ${OWNER}`)
  await superuser.end()
  const url = cluster.urlOf(OWNER, SUPERUSER_PASSWORD, OWNER)
  const env = { DATA_DIR: folder, DATABASE_URL: url, API_KEY, SECRET_KEY, LOG_LEVEL: 'fatal', PUBLIC_URL: 'http://sportello.example' }
  const bundle = join(folder, 'bundle.json')
  writeFileSync(bundle, JSON.stringify(labBundle([])))
  await runCommand(['import', bundle], env)
  const servers: ServerProcess[] = []
  for (const at of [1, 2]) {
    const server = await ServerProcess.make(env, join(folder, `server-${at}.log`))
    server.start()
    stops.push(() => server.stop())
    await server.untilReady()
    servers.push(server)
  }
  const owner = openPool(cluster.urlOf('postgres', SUPERUSER_PASSWORD, OWNER))
  stops.push(() => owner.end())
  const none = () => {
    throw new Error('Patroni runs the database')
  }
  return {
    dataDir: folder,
    place: { dataDir: folder },
    servers,
    lines: [],
    owner,
    database: { connectionString: url },
    anyServer: () => servers[Math.floor(Math.random() * servers.length)] as ServerProcess,
    postmaster: none,
    databaseProcesses: none,
    untilDatabase: none,
    close: none,
  }
}

function openPool(url: string): Pool {
  const urls = urlsOfHosts(url) ?? []
  const pool = new Pool({ connectionString: urls[0] ?? '', servers: new Servers(urls, () => {}), Client: FollowingClient, max: 4 } as object)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
