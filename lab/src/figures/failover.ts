import { setTimeout as sleep } from 'node:timers/promises'
import { type PatroniCluster, whyNoPatroni } from '../../../apps/server/test/patroni.ts'
import { audit, formatFaults } from '../audit.ts'
import { call, send } from '../client.ts'
import { type Lab, startLab } from '../deployment.ts'
import { type Figure, type Measured, thousands } from '../figure.ts'
import { freshSend, Ledger, runVisitors } from '../ledger.ts'
import { openSession } from '../operator-session.ts'

const VISITORS = 6
const PAUSE_LIMIT_MS = 15_000
const GIVEN_UP_MS = 60_000
/** How old a list may be (DATABASE_REPLICA_LAG_SECONDS). */
const LAG_MS = 5_000

/** The ways in which the primary changes, one after another. */
const WAYS = ['switched', 'killed', 'lost', 'frozen'] as const

export const failover: Figure = {
  id: 'G31',
  what: 'The primary of a Patroni cluster of three is switched, its PostgreSQL is killed, or its machine is lost or falls silent, while visitors send to two servers and an operator lists requests, from the standbys too',
  goal: '20 of 20 times: 0 lost, 0 stored twice, sending works again within 15 s, and each server finds the new primary by itself; no list lacks what was acknowledged more than 5 s before',
  async run(size) {
    const why = whyNoPatroni()
    if (why !== undefined) return { size: '', measured: why, met: 'not applicable' }
    const lab = await startLab({ database: 'patroni', readsFromReplicas: true })
    try {
      return await fail(lab, lab.cluster as PatroniCluster, size(20))
    } finally {
      await lab.close()
    }
  },
}

/** A submission that was acknowledged: when it was sent (`Date.now()`), and when the answer came (`performance.now()`). */
interface Sent {
  sentAt: number
  acknowledgedAt: number
}

async function fail(lab: Lab, cluster: PatroniCluster, times: number): Promise<Measured> {
  const ledger = new Ledger()
  const running = new AbortController()
  const visitors = runVisitors(lab, ledger, running.signal, { visitors: VISITORS, pauseMs: 20 })
  const sent: Sent[] = []
  const lists = await watchLists(lab, sent, running.signal)
  const pauses: number[] = []
  const counts = new Map<string, number>()
  try {
    for (let time = 0; time < times; time++) {
      const way = WAYS[time % WAYS.length] ?? 'switched'
      await sleep(2_000)
      const pause = await changePrimary(cluster, lab, way, sent)
      pauses.push(pause)
      counts.set(way, (counts.get(way) ?? 0) + 1)
      console.log(`   ${way}: ${(pause / 1_000).toFixed(1)} s`)
      await cluster.untilWhole()
    }
    await sleep(2_000)
  } finally {
    running.abort()
    await Promise.all([visitors, lists.done])
  }
  const faults = formatFaults(await audit(lab, ledger))
  const longest = Math.max(...pauses)
  const { answered, tooOld, refused } = lists.counts()
  const fromStandbys = (await Promise.all(lab.servers.map(({ url }) => readsFromStandbys(url)))).reduce((sum, each) => sum + each, 0)
  return {
    size: `${times} changes (${[...counts].map(([way, count]) => `${count} ${way}`).join(', ')}); ${thousands(ledger.entries.size)} acknowledged; ${thousands(answered)} lists`,
    measured: `${faults ?? '0 lost, 0 stored twice'}; sending worked again after ${(longest / 1_000).toFixed(1)} s at most; a visitor waited ${(ledger.longestMs / 1_000).toFixed(1)} s at most; ${tooOld} lists too old, ${refused} refused; reads from standbys: ${thousands(fromStandbys)}`,
    met: faults === undefined && longest <= PAUSE_LIMIT_MS && tooOld === 0 && answered > 0 && fromStandbys > 0,
  }
}

/** Changes the primary. @returns the longest time in milliseconds in which one of the servers stored nothing */
async function changePrimary(cluster: PatroniCluster, lab: Lab, way: (typeof WAYS)[number], sent: Sent[]): Promise<number> {
  const before = await cluster.primary()
  const watching = new AbortController()
  const watched = lab.servers.map(({ url }) => watchServer(url, sent, watching.signal))
  let startAgain: (() => void) | undefined
  try {
    if (way === 'switched') await cluster.switchOver()
    else if (way === 'killed') await cluster.killDatabase()
    else if (way === 'lost') startAgain = await cluster.loseMachine()
    else startAgain = await cluster.freezeMachine()
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
function watchServer(url: string, sent: Sent[], ended: AbortSignal) {
  let last = performance.now()
  let longest = 0
  const watch = async () => {
    for (; !ended.aborted; await sleep(50)) {
      const sentAt = Date.now()
      const answer = await send(url, freshSend('direct')).catch(() => undefined)
      if (answer?.status !== 201) continue
      const acknowledgedAt = performance.now()
      sent.push({ sentAt, acknowledgedAt })
      longest = Math.max(longest, acknowledgedAt - last)
      last = acknowledgedAt
    }
  }
  return { last: () => last, longest: () => longest, done: watch() }
}

/** Lists the newest requests all the time, and looks whether one is missing that was acknowledged long enough before. */
async function watchLists(lab: Lab, sent: readonly Sent[], ended: AbortSignal) {
  const headers = { Authorization: `Bearer ${await openSession(lab)}` }
  let [answered, tooOld, refused] = [0, 0, 0]
  const watch = async () => {
    for (; !ended.aborted; await sleep(20)) {
      const asked = performance.now()
      const url = `${lab.anyServer().url}/forms-service/rs/v2/managements/requests?page=1&sort=-created`
      const answer = await call(url, { method: 'GET', headers }).catch(() => undefined)
      if (answer?.status !== 200) {
        refused++
        continue
      }
      answered++
      const { items } = (JSON.parse(answer.text) as { data: { items: { created_at: string }[] } }).data
      const known = sent.findLast(({ acknowledgedAt }) => acknowledgedAt <= asked - LAG_MS)
      // All processes of the lab have one clock.
      if (known && !(Date.parse(items[0]?.created_at ?? '') >= known.sentAt)) tooOld++
    }
  }
  return { counts: () => ({ answered, tooOld, refused }), done: watch() }
}

/** Returns how many reads of a server a standby has served. */
async function readsFromStandbys(url: string): Promise<number> {
  const { text } = await call(`${url}/metrics`, { method: 'GET' })
  const counts = [...text.matchAll(/^sportello_replica_reads_total\{server="(?!primary")[^"]+"\} (\d+)$/gm)]
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}
