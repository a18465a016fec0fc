import { setTimeout as sleep } from 'node:timers/promises'
import { audit, formatFaults } from '../audit.ts'
import { NoAnswer, send } from '../client.ts'
import { type Lab, signal, startLab } from '../deployment.ts'
import { type Figure, thousands } from '../figure.ts'
import { freshSend, Ledger, runVisitors } from '../ledger.ts'

/** Maximum milliseconds until the servers accept submissions again after the database has recovered. */
const BACK_MS = 5_000
const HANG_MS = 6_000
/** Maximum milliseconds that a visitor waits for a response while the database hangs. */
const TOLD_MS = 5_000

export const databaseKills: Figure = {
  id: 'G2',
  what: 'The database is killed, and suspended, while visitors send',
  goal: '0 lost and 0 left over after 100 kills and 20 hangs; each server works again within 5 s after the database, and a visitor during a hang gets an error within 5 s',
  async run(size) {
    const lab = await startLab()
    const ledger = new Ledger()
    const running = new AbortController()
    const visitors = runVisitors(lab, ledger, running.signal, { visitors: Math.min(16, 4 + size(100)) })
    const back: number[] = []
    let waited = 0
    try {
      const [kills, hangs] = [size(100), size(20)]
      for (let kill = 0; kill < kills; kill++) {
        await sleep(150 + Math.random() * 350)
        signal([lab.postmaster()], 'SIGKILL')
        // Waits until the child processes of the killed PostgreSQL have noticed its death and exited. Until then, the
        // socket may still accept connections.
        await sleep(200)
        await lab.untilDatabase()
        back.push(await untilServed(lab, ledger))
      }
      for (let hang = 0; hang < hangs; hang++) {
        await sleep(150 + Math.random() * 350)
        waited = Math.max(waited, await duringHang(lab))
        back.push(await untilServed(lab, ledger))
      }
      running.abort()
      await visitors
      const faults = formatFaults(await audit(lab, ledger))
      const slowest = Math.max(...back)
      return {
        size: `${thousands(ledger.entries.size)} acknowledged, ${kills} kills, ${hangs} hangs of ${HANG_MS / 1_000} s`,
        measured: `${faults ?? '0 lost, 0 left over'}; requests succeed again after ${(slowest / 1_000).toFixed(1)} s at most; a visitor during a hang waited ${(waited / 1_000).toFixed(1)} s at most`,
        met: faults === undefined && slowest <= BACK_MS && waited <= TOLD_MS,
      }
    } finally {
      running.abort()
      await visitors.catch(() => {})
      await lab.close()
    }
  },
}

/**
 * Submits a request to each server, and retries until the server acknowledges it.
 * @returns the milliseconds that the slowest server needed
 */
async function untilServed(lab: Lab, ledger: Ledger): Promise<number> {
  const started = performance.now()
  await Promise.all(
    lab.servers.map(async ({ url }) => {
      for (const given = freshSend('direct'); ; await sleep(20)) {
        const answer = await send(url, given).catch(() => undefined)
        if (answer?.status === 201) return ledger.acknowledge(given, answer)
      }
    }),
  )
  return performance.now() - started
}

/**
 * Suspends all processes of the database for some time.
 * @returns the milliseconds that a visitor waited for a response
 */
async function duringHang(lab: Lab): Promise<number> {
  const stopped = lab.databaseProcesses()
  signal(stopped, 'SIGSTOP')
  const started = performance.now()
  const tried = lab.servers.map(({ url }) =>
    send(url, freshSend('direct')).catch((error: unknown) => {
      if (!(error instanceof NoAnswer)) throw error
    }),
  )
  const answered = Promise.all(tried).then(() => performance.now() - started)
  await sleep(HANG_MS)
  signal(stopped, 'SIGCONT')
  await lab.untilDatabase()
  return answered
}
