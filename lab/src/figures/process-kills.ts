import { setTimeout as sleep } from 'node:timers/promises'
import { audit, formatFaults } from '../audit.ts'
import { CRASH_POINTS } from '../crash-points.ts'
import { type Lab, startLab } from '../deployment.ts'
import { type Figure, thousands } from '../figure.ts'
import { Ledger, missingEvents, runVisitors } from '../ledger.ts'
import type { ServerProcess } from '../server-process.ts'
import { startWebhookSink } from '../webhook-sink.ts'

/**
 * Maximum milliseconds to wait until a process that is ready crashes at its crash point. It may never get there, because
 * the other server may do all the work of that kind.
 */
const CRASH_LIMIT_MS = 12_000

const FORMS = ['parked', 'direct', 'parked', 'hooked', 'parked', 'direct', 'direct', 'direct']

export const processKills: Figure = {
  id: 'G1',
  what: 'Servers are killed repeatedly while visitors send',
  goal: '0 lost of 100,000 acknowledged requests, with 500 kills at random moments and 20 at each crash point',
  async run(size) {
    const sink = await startWebhookSink()
    const lab = await startLab({ webhooks: [{ form: 'hooked', url: sink.url }] }).catch(async (error: unknown) => {
      await sink.close()
      throw error
    })
    const ledger = new Ledger()
    const running = new AbortController()
    // A short run has fewer simulated visitors, because the servers must process all their requests before the run
    // ends.
    const visitors = runVisitors(lab, ledger, running.signal, { visitors: Math.min(16, 4 + size(100)), forms: FORMS })
    try {
      const kills = await killAtRandom(lab, size(500))
      const crashes = await crashAtPoints(lab, size(CRASH_POINTS.length * 20))
      while (ledger.entries.size < size(100_000)) await sleep(100)
      running.abort()
      await visitors
      const faults = formatFaults({ ...(await audit(lab, ledger)), ...sink.faults(), ...missingEvents(ledger, sink) })
      const acknowledged = `${thousands(ledger.entries.size)} acknowledged`
      return {
        size: `${acknowledged}, ${kills} kills, ${crashes.total} crashes, ${crashes.least} to ${crashes.most} at each of ${CRASH_POINTS.length} points`,
        measured: `${faults ?? '0 lost'}; ${thousands(ledger.retried)} sent again${crashes.all ? '' : `; too few crashes where ${crashes.rarest}`}`,
        met: faults === undefined && crashes.all,
      }
    } finally {
      running.abort()
      await visitors.catch(() => {})
      await lab.close()
      await sink.close()
    }
  },
}

/** Kills a random server at random moments; sometimes kills both servers. */
async function killAtRandom(lab: Lab, kills: number): Promise<number> {
  for (let done = 0; done < kills; ) {
    await sleep(100 + Math.random() * 400)
    const victims = Math.random() < 0.2 ? lab.servers : [lab.anyServer()]
    await Promise.all(victims.map((victim) => victim.kill()))
    for (const victim of victims) victim.start()
    for (const victim of victims) await victim.untilReady()
    done += victims.length
  }
  return kills
}

/**
 * Maximum number of attempts per crash at one crash point. A process may not get there, because the other server may do
 * all the work of that kind: deliveries to one destination, for example, are dispatched by one process at a time. Three
 * attempts were too few on Debian's PostgreSQL 15 in two of two runs.
 */
const TRIES_OF_A_CRASH = 10

interface Crashes {
  total: number
  /** Smallest (`least`) and largest (`most`) number of crashes at a single crash point. */
  least: number
  most: number
  /** True if all planned crashes happened, in total and at each crash point. */
  all: boolean
  /** Name of the crash point at which the fewest crashes happened. */
  rarest: string
}

/**
 * Crashes both servers repeatedly. Each crash uses one of the crash points that have been used least so far. If there
 * are
 * fewer crashes than crash points, some crash points are left out.
 */
async function crashAtPoints(lab: Lab, crashes: number): Promise<Crashes> {
  const points = CRASH_POINTS.map(({ name }) => ({ name, tries: 0, reached: 0, turn: Math.random() }))
  const [wanted, share] = crashes < points.length ? [crashes, 1] : [points.length, Math.floor(crashes / points.length)]
  const isDue = ({ tries, reached }: { tries: number; reached: number }) => reached < share && tries < share * TRIES_OF_A_CRASH
  const done = () => points.filter(({ reached }) => reached >= share).length
  await Promise.all(
    lab.servers.map(async (server) => {
      while (done() < wanted) {
        const [point] = points.filter(isDue).toSorted((a, b) => a.reached - b.reached || a.tries - b.tries || a.turn - b.turn)
        if (!point) return
        point.tries++
        if (await crashAt(server, point.name)) point.reached++
      }
    }),
  )
  const times = points.map(({ reached }) => reached)
  const [rarest] = points.toSorted((a, b) => a.reached - b.reached)
  return {
    total: times.reduce((sum, each) => sum + each),
    least: Math.min(...times),
    most: Math.max(...times),
    all: done() >= wanted,
    rarest: rarest?.name ?? '',
  }
}

/**
 * Starts a server that crashes at the given point.
 * @returns true if the server crashed at that point
 * @throws if the server ended in another way
 */
async function crashAt(server: ServerProcess, name: string): Promise<boolean> {
  await server.kill()
  server.start({ CRASH_AT: name, CRASH_AFTER: String(Math.floor(Math.random() * 3)) })
  const gone = server.gone.then(() => true)
  // The time of the start does not count: on a busy machine it is several seconds.
  const ready = server.untilReady().catch(() => {})
  const died = await Promise.race([gone, ready.then(() => sleep(CRASH_LIMIT_MS, false))])
  if (died && !server.killed) throw new Error(`a server ended before it came to a point:\n${server.log()}`)
  await server.kill()
  server.start()
  await server.untilReady()
  return died
}
