import { setTimeout as sleep } from 'node:timers/promises'
import { audit, formatFaults } from '../audit.ts'
import { CRASH_POINTS } from '../crash-points.ts'
import { type Lab, startLab } from '../deployment.ts'
import { type Figure, thousands } from '../figure.ts'
import { Ledger, missingEvents, visitorsAtWork } from '../ledger.ts'
import type { ServerProcess } from '../server-process.ts'
import { startWebhookSink } from '../webhook-sink.ts'

/** How long a process lives that should die at a point: it may never come there, where the other server does all the work of that kind. */
const CRASH_LIMIT_MS = 12_000

const FORMS = ['parked', 'direct', 'parked', 'hooked', 'parked', 'direct', 'direct', 'direct']

export const processKills: Figure = {
  id: 'G1',
  what: 'A server is killed, again and again, while people send',
  goal: '0 lost of 100,000 acknowledged requests, over 500 kills at random and 20 at each crash point',
  async run(size) {
    const sink = await startWebhookSink()
    const lab = await startLab({ webhooks: [{ form: 'hooked', url: sink.url }] }).catch(async (error: unknown) => {
      await sink.close()
      throw error
    })
    const ledger = new Ledger()
    const running = new AbortController()
    // Fewer in a short run: what they leave to be done must be done before it ends.
    const visitors = visitorsAtWork(lab, ledger, running.signal, { visitors: Math.min(16, 4 + size(100)), forms: FORMS })
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

/** Kills a server at a random moment, now and then both. */
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

/** How many tries a crash may take: where the other server does all the work of a kind, a point is not reached. */
const TRIES_OF_A_CRASH = 3

interface Crashes {
  total: number
  /** At the point that was reached least often, and at the one that was most often. */
  least: number
  most: number
  /** Whether there were as many as wanted, and as many at each point as its share. */
  all: boolean
  /** The point that was reached least often. */
  rarest: string
}

/** Has both servers die at the crash points, again and again, each time at one that was reached least often so far. Of fewer than there are points, some. */
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

/** @returns whether it died at the point; ended in another way, it tells what is wrong with the server. */
async function crashAt(server: ServerProcess, name: string): Promise<boolean> {
  await server.kill()
  server.start({ CRASH_AT: name, CRASH_AFTER: String(Math.floor(Math.random() * 3)) })
  const died = await Promise.race([server.gone.then(() => true), sleep(CRASH_LIMIT_MS, false)])
  if (died && !server.killed) throw new Error(`a server ended before it came to a point:\n${server.log()}`)
  await server.kill()
  server.start()
  await server.untilReady()
  return died
}
