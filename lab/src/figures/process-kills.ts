import { setTimeout as sleep } from 'node:timers/promises'
import { audit, toldFaults } from '../audit.ts'
import { CRASH_POINTS } from '../crash-points.ts'
import { type Lab, startLab } from '../deployment.ts'
import { type Figure, thousands } from '../figure.ts'
import { Ledger, missingEvents, visitorsAtWork } from '../ledger.ts'
import type { ServerProcess } from '../server-process.ts'
import { startWebhookSink } from '../webhook-sink.ts'

/** How long a process lives that should die at a point: it may never come there, where the other server does all the work of that kind. */
const CRASH_LIMIT_MS = 20_000

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
      const faults = toldFaults({ ...(await audit(lab, ledger)), ...sink.faults(), ...missingEvents(ledger, sink) })
      const acknowledged = `${thousands(ledger.entries.size)} acknowledged`
      return {
        size: `${acknowledged}, ${kills} kills, ${crashes.reached} crashes at ${crashes.points} points`,
        measured: `${faults ?? '0 lost'}; ${thousands(ledger.retried)} sent again`,
        met: faults === undefined && crashes.reached > 0,
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

/** Has servers die at the crash points, by turns. */
async function crashAtPoints(lab: Lab, crashes: number): Promise<{ reached: number; points: number }> {
  const first = Math.floor(Math.random() * CRASH_POINTS.length)
  const reached = new Map<string, number>()
  for (let at = 0; at < crashes; at++) {
    const { name } = CRASH_POINTS[(first + at) % CRASH_POINTS.length] ?? { name: '' }
    if (await crashAt(lab.servers[at % lab.servers.length] as ServerProcess, name)) reached.set(name, (reached.get(name) ?? 0) + 1)
  }
  return { reached: [...reached.values()].reduce((sum, times) => sum + times, 0), points: reached.size }
}

async function crashAt(server: ServerProcess, name: string): Promise<boolean> {
  await server.kill()
  server.start({ CRASH_AT: name, CRASH_AFTER: String(Math.floor(Math.random() * 3)) })
  const died = await Promise.race([server.gone.then(() => true), sleep(CRASH_LIMIT_MS, false)])
  await server.kill()
  server.start()
  await server.untilReady()
  return died
}
