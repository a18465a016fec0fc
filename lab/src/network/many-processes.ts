// Entry point of a process with a network namespace of its own (isolated.ts). Sends the result to its parent process.

import { setTimeout as sleep } from 'node:timers/promises'
import { audit, formatFaults } from '../audit.ts'
import { type Lab, startLab } from '../deployment.ts'
import { type Measured, thousands } from '../figure.ts'
import { visit } from '../figures/rolling-restarts.ts'
import { type Entrances, Ledger, runVisitors } from '../ledger.ts'
import { Tally } from '../parallel.ts'
import type { ServerHost } from '../server-process.ts'
import { type Balancer, startHaproxy, startNginx } from './balancers.ts'
import { disturb, READY_LIMIT_MS } from './disturb.ts'
import { openNetwork } from './network.ts'
import { countStored, SharedStateChecks } from './shared-state-checks.ts'

const PROCESSES = 8
const VISITORS = 8
const PAUSE_MS = 250
const CHECK_PAUSE_MS = 5_000
/**
 * Longest time in milliseconds that a visitor may wait. The balancers give a process that does not answer eight seconds,
 * then another process answers.
 */
const WAIT_LIMIT_MS = 10_000

/** Small pools, as a deployment with many processes has them, and time for the balancers to notice a process that drains. */
const ENV = { DATABASE_POOL: '2', DATABASE_JOB_POOL: '2', DATABASE_OWNER_POOL: '2', DRAIN_SECONDS: '4' }

// The end of this process ends all other processes and removes the data folder.
for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(event, () => process.exit(1))

const [minutes = '1'] = process.argv.slice(2)
const network = openNetwork()
const stops: (() => Promise<void>)[] = []
try {
  const measured = await measure(Number(minutes))
  await stopAll()
  process.send?.(measured, () => process.exit())
} finally {
  await stopAll()
}

async function stopAll(): Promise<void> {
  for (let stop = stops.pop(); stop; stop = stops.pop()) await stop()
  network.close()
}

async function measure(minutes: number): Promise<Measured> {
  const hosts: ServerHost[] = []
  for (let at = 0; at < PROCESSES; at++) hosts.push(await network.addHost())
  const [first, second] = [await network.addHost(), await network.addHost()]
  const env = { ...ENV, TRUSTED_PROXIES: `${first.address}/32,${second.address}/32` }
  const lab = await startLab({ database: 'lab', servers: PROCESSES, hosts, env, postgresql: { max_connections: '300' } })
  stops.push(lab.close)
  const balancers: Balancer[] = []
  for (const start of [() => startHaproxy(first, hosts, lab.dataDir), () => startNginx(second, hosts, lab.dataDir)]) {
    const balancer = await start()
    balancers.push(balancer)
    stops.push(balancer.stop)
  }
  const entrances = entrancesOf(lab, balancers)
  const broken = await breakWhileVisited(lab, entrances, minutes)
  const upgrade = await upgradeWhileVisited(lab, entrances)
  return {
    size: `${minutes} minutes, ${PROCESSES} processes, ${2 * minutes} kills, ${minutes} freezes; ${broken.size}; then ${PROCESSES} drained, ${upgrade.size}`,
    measured: `${broken.measured}; rolling upgrade: ${upgrade.measured}`,
    met: broken.met === true && upgrade.met === true,
  }
}

/** Sends every other call through each of the balancers. */
function entrancesOf({ owner }: Lab, balancers: readonly Balancer[]): Entrances {
  let calls = 0
  return { owner, anyServer: () => balancers[calls++ % balancers.length] as Balancer }
}

/** Kills and freezes processes while visitors send through the balancers, and checks the state that the processes share. */
async function breakWhileVisited(lab: Lab, entrances: Entrances, minutes: number): Promise<Measured> {
  const ledger = new Ledger()
  const checks = new SharedStateChecks(entrances)
  const running = new AbortController()
  const visitors = runVisitors(entrances, ledger, running.signal, { visitors: VISITORS, forms: ['parked', 'direct', 'direct'], pauseMs: PAUSE_MS })
  const checking = (async () => {
    for (; !running.signal.aborted; await sleep(CHECK_PAUSE_MS)) await checks.run()
  })()
  try {
    await disturb(lab, minutes)
  } finally {
    running.abort()
    await Promise.allSettled([visitors, checking])
  }
  await Promise.all([visitors, checking])
  await checks.atEach(lab)
  const stored = await countStored(lab)
  const faults = formatFaults(await audit(lab, ledger))
  const waited = Math.max(ledger.longestMs, checks.longestMs)
  const { people, captchas, sessions } = checks
  return {
    size: `${thousands(ledger.entries.size)} acknowledged, ${people} people × 30 at once, ${captchas} captchas × 16 at once, ${sessions} sessions`,
    measured: [
      faults ?? '0 lost, 0 stored twice',
      `${thousands(ledger.retried)} sent again by the visitor`,
      `requests of a person: ${stored.ofPerson}`,
      `uses of a captcha: ${checks.captchaUses}`,
      checks.wrong.counts.size === 0 ? 'sessions valid everywhere' : `wrong: ${checks.wrong}`,
      `longest wait ${(waited / 1_000).toFixed(1)} s`,
    ].join('; '),
    met: faults === undefined && stored.exact && checks.exact && waited <= WAIT_LIMIT_MS,
  }
}

/** Restarts one process after another with SIGTERM while visitors read and send, each call once. */
async function upgradeWhileVisited(lab: Lab, { anyServer }: Entrances): Promise<Measured> {
  const running = new AbortController()
  const answers = new Tally()
  const acknowledged = new Set<string>()
  const balancer = { balanced: <T>(use: (url: string) => Promise<T>) => use(anyServer().url) }
  const visitors = Array.from({ length: VISITORS }, (_, at) => visit(running.signal, { balancer, answers, acknowledged, alone: at % 2 === 0 }))
  try {
    for (const server of lab.servers) {
      await server.stop()
      server.start()
      await server.untilReady(READY_LIMIT_MS)
    }
    await sleep(2_000)
  } finally {
    running.abort()
    await Promise.allSettled(visitors)
  }
  const { rows } = await lab.owner.query<{ ticket: string }>('select ticket from requests')
  const lost = acknowledged.difference(new Set(rows.map(({ ticket }) => ticket))).size
  const failed = [...answers.counts].filter(([what]) => what !== 'ok')
  return {
    size: `${thousands([...answers.counts.values()].reduce((sum, times) => sum + times, 0))} requests`,
    measured: `${failed.length === 0 ? '0 failed' : failed.map(([what, times]) => `${what} × ${times}`).join(', ')}, ${lost} lost`,
    met: failed.length === 0 && lost === 0,
  }
}
