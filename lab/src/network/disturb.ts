import { setTimeout as sleep } from 'node:timers/promises'
import { type Lab, signal } from '../deployment.ts'
import type { ServerProcess } from '../server-process.ts'

const MINUTE_MS = 60_000
/** Milliseconds from the beginning of a minute to its second kill, to the freeze, and to the end of the freeze. */
const SECOND_KILL_MS = 20_000
const FREEZE_MS = 36_000
const THAW_MS = 51_000
const DEAD_MS = 2_000
/** Limit in milliseconds until a server is ready again, on a machine whose cores many processes share. */
export const READY_LIMIT_MS = 180_000

/** Kills two servers and freezes a third one for 15 seconds, each minute, and starts the killed servers again. */
export async function disturb(lab: Lab, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    const began = performance.now()
    const until = (ms: number) => sleep(Math.max(0, began + ms - performance.now()))
    const [first, second, third] = shuffled(lab.servers)
    await replace(first)
    await until(SECOND_KILL_MS)
    await replace(second)
    await until(FREEZE_MS)
    const frozen = [third?.pid ?? 0]
    signal(frozen, 'SIGSTOP')
    try {
      await until(THAW_MS)
    } finally {
      signal(frozen, 'SIGCONT')
    }
    await until(MINUTE_MS)
  }
}

async function replace(server: ServerProcess | undefined): Promise<void> {
  await server?.kill()
  await sleep(DEAD_MS)
  server?.start()
  await server?.untilReady(READY_LIMIT_MS)
}

function shuffled<T>(all: readonly T[]): T[] {
  return all
    .map((each) => ({ each, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ each }) => each)
}
