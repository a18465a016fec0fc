import type { Figure } from '../figure.ts'
import { runIsolated } from '../network/isolated.ts'
import { whyNoNetwork } from '../network/network.ts'

export const manyProcesses: Figure = {
  id: 'G28',
  what: 'Eight processes behind HAProxy and nginx: each minute two are killed and one is frozen; then all are replaced one by one',
  goal: '10 minutes: 0 lost, 0 stored twice, limits and captchas exact, sessions valid at every process, no visitor waits longer than 10 s; 0 failed requests while each process drains and starts again',
  async run(size) {
    const why = whyNoNetwork()
    if (why !== undefined) return { size: '', measured: why, met: 'not applicable' }
    return runIsolated(new URL('../network/many-processes.ts', import.meta.url), [String(size(10))])
  },
}
