import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { audit, formatFaults } from '../audit.ts'
import { send } from '../client.ts'
import { type Lab, startLab } from '../deployment.ts'
import { type Figure, thousands } from '../figure.ts'
import { freshSend, Ledger, runVisitors } from '../ledger.ts'

const DISK_MB = 640
const FULL_MS = 5_000
const HEALED_MS = 10_000
const GIVEN_UP_MS = 60_000
const CHUNK = Buffer.alloc(1_048_576)

export const fullDisk: Figure = {
  id: 'G18-disk',
  what: 'The disk of database and files is full while visitors send',
  goal: '0 lost, and requests accepted again within 10 s after space is freed, 10 times',
  async run(size) {
    const disk = mkdtempSync(join(tmpdir(), 'sportello-lab-disk-'))
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0755`, 'tmpfs', disk]).status !== 0)
      return { size: 'none', measured: 'not measured: a disk of its own may not be mounted here', met: false }
    try {
      return await onDisk(disk, size(10))
    } finally {
      spawnSync('umount', ['-l', disk])
      rmSync(disk, { recursive: true, force: true })
    }
  },
}

async function onDisk(disk: string, times: number) {
  const lab = await startLab({ under: disk, env: { LOG_LEVEL: 'error' } })
  const ledger = new Ledger()
  const running = new AbortController()
  const visitors = runVisitors(lab, ledger, running.signal, { visitors: 8 })
  const healed: number[] = []
  let refused = 0
  try {
    for (let time = 0; time < times; time++) {
      await sleep(1_000)
      const filler = join(disk, 'filler')
      fill(filler)
      for (const until = Date.now() + FULL_MS; Date.now() < until; await sleep(200)) {
        // Fills the disk again, because other processes may have freed space in the meantime.
        fill(filler)
        if ((await statusOf(lab)) !== 201) refused++
      }
      rmSync(filler)
      const room = performance.now()
      while ((await statusOf(lab)) !== 201) {
        for (const server of lab.servers) if (!server.running) throw new Error(`a server died of it:\n${server.log()}`)
        if (performance.now() - room > GIVEN_UP_MS) throw new Error('no request succeeded again')
        await sleep(50)
      }
      healed.push(performance.now() - room)
    }
    running.abort()
    await visitors
    const faults = formatFaults(await audit(lab, ledger))
    const longest = Math.max(...healed)
    return {
      size: `${times} times full, ${thousands(ledger.entries.size)} acknowledged, ${refused} rejected meanwhile`,
      measured: `${faults ?? '0 lost'}; requests succeed again after ${(longest / 1_000).toFixed(1)} s at most`,
      met: faults === undefined && refused > 0 && longest <= HEALED_MS,
    }
  } finally {
    running.abort()
    await visitors.catch(() => {})
    await lab.close()
  }
}

async function statusOf(lab: Lab): Promise<number> {
  const answer = await send(lab.anyServer().url, freshSend('parked')).catch(() => undefined)
  return answer?.status ?? 0
}

/** Writes to a filler file until the disk is full. */
function fill(file: string): void {
  const handle = openSync(file, 'a')
  try {
    for (let bytes = CHUNK.length; bytes >= 1; bytes = Math.floor(bytes / 2)) {
      try {
        for (;;) writeSync(handle, CHUNK, 0, bytes)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    }
  } finally {
    closeSync(handle)
  }
}
