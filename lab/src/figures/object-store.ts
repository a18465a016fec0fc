import { setTimeout as sleep } from 'node:timers/promises'
import { NO_SWIFT, type Passage, type RunningStore, startObjectStore } from '../../../apps/server/test/object-store.ts'
import { audit, formatFaults } from '../audit.ts'
import { send } from '../client.ts'
import { type Lab, startLab } from '../deployment.ts'
import { type Figure, thousands } from '../figure.ts'
import { freshSend, Ledger, runVisitors } from '../ledger.ts'

const BROKEN_MS = 4_000
const WELL_MS = 1_500
const HEALED_MS = 5_000
const GIVEN_UP_MS = 60_000

/** The failures of the connection to the object store, which the measurement causes one after the other. */
const WAYS: readonly Passage[] = ['shut', 'still', 'not now', { question: 300 }, { answer: 30 }]

export const objectStore: Figure = {
  id: 'F14',
  what: 'The object store of the attachments is unreachable, hangs, is overloaded or breaks off within a file, while visitors send',
  goal: '0 lost, no request without its file, and uploads work again within 5 s after the store, 50 times; requests without files work meanwhile',
  async run(size) {
    if (NO_SWIFT) return { size: 'none', measured: 'not measured: there is no OpenStack Swift here (python3-swift)', met: false }
    const store = await startObjectStore()
    try {
      return await onStore(store, size(50))
    } finally {
      await store.stop()
    }
  },
}

async function onStore(store: RunningStore, times: number) {
  const lab = await startLab({ env: { S3_URL: await store.urlOf('lab') } })
  const ledger = new Ledger()
  const running = new AbortController()
  const visitors = runVisitors(lab, ledger, running.signal, { visitors: 4 })
  const healed: number[] = []
  let [refused, direct] = [0, 0]
  try {
    for (let time = 0; time < times; time++) {
      store.gate.let(WAYS[time % WAYS.length] ?? 'shut')
      const until = Date.now() + BROKEN_MS
      const without = (async () => {
        for (; Date.now() < until; await sleep(200)) if ((await statusOf(lab, 'direct')) !== 201) direct++
      })()
      for (; Date.now() < until; await sleep(200)) if ((await statusOf(lab, 'parked')) === 503) refused++
      await without
      store.gate.let('open')
      const open = performance.now()
      while ((await statusOf(lab, 'parked')) !== 201) {
        if (performance.now() - open > GIVEN_UP_MS) throw new Error('no request succeeded again')
        await sleep(50)
      }
      healed.push(performance.now() - open)
      await sleep(WELL_MS)
    }
    running.abort()
    await visitors
    const faults = formatFaults({ ...(await audit(lab, ledger)), ...(direct > 0 && { 'refused without a file': direct }) })
    const longest = Math.max(...healed)
    return {
      size: `${times} times broken, ${thousands(ledger.entries.size)} acknowledged, ${refused} rejected meanwhile`,
      measured: `${faults ?? '0 lost, 0 left over, 0 refused without a file'}; requests succeed again after ${(longest / 1_000).toFixed(1)} s at most`,
      met: faults === undefined && refused > 0 && longest <= HEALED_MS,
    }
  } finally {
    running.abort()
    await visitors.catch(() => {})
    await lab.close()
  }
}

async function statusOf(lab: Lab, form: 'parked' | 'direct'): Promise<number> {
  const answer = await send(lab.anyServer().url, freshSend(form)).catch(() => undefined)
  return answer?.status ?? 0
}
