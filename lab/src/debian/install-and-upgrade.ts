// Entry point of a process with a network namespace of its own (isolated.ts), so that the package's port is free. Sends
// the result to its parent process.

import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Measured, thousands } from '../figure.ts'
import { startDebianSystem } from './debian-system.ts'
import { findLost, visitUntil } from './package-visitors.ts'

/** Longest time in milliseconds that a visitor may wait during an upgrade of a deployment with one process. */
const WAIT_LIMIT_MS = 15_000
/** Number of acknowledged submissions that are looked for. They all come from one network, whose calls are limited. */
const LOOKED_FOR = 500

for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(event, () => process.exit(1))

const [folder = '', upgrades = '1'] = process.argv.slice(2)
execFileSync('ip', ['link', 'set', 'lo', 'up'])
const system = await startDebianSystem(folder)
try {
  const measured = await measure(Number(upgrades))
  await system.stop()
  process.send?.(measured, () => process.exit())
} finally {
  await system.stop()
}

async function measure(upgrades: number): Promise<Measured> {
  const began = performance.now()
  await system.run('apt-get install -y ./first.deb')
  await system.run('sportello import /usr/share/doc/sportello/operators/probe-form.yaml')
  const probed = await system.run('sportello probe http://127.0.0.1:8080/probe --send')
  const ticket = /ticket (\S+)/.exec(probed)?.[1]
  if (ticket === undefined) throw new Error(`no ticket: ${probed}`)
  const installed = Math.round((performance.now() - began) / 1_000)

  const ended = new AbortController()
  const visiting = visitUntil(ended.signal)
  let current = 'first'
  for (let done = 0; done < upgrades; done++) {
    await sleep(2_000)
    current = current === 'first' ? 'second' : 'first'
    await system.run(`apt-get install -y --allow-downgrades ./${current}.deb`)
  }
  await system.run(`apt-get install -y --reinstall ./${current}.deb`)
  await sleep(2_000)
  ended.abort()
  const visits = await visiting
  const step = Math.ceil(visits.acknowledged.length / LOOKED_FOR)
  const sample = visits.acknowledged.filter((_, at) => at % step === 0)
  const lost = await findLost(sample)
  await system.run('apt-get remove -y sportello')
  await system.run(`apt-get install -y ./${current}.deb`)
  // The command fails if the form or its server is not there.
  await system.run('sportello probe http://127.0.0.1:8080/probe')
  await system.run('apt-get purge -y sportello')
  const left = await system.run(
    'test -e /etc/sportello && echo settings; test -e /usr/lib/sportello && echo program; pgrep -u sportello; ls /var/lib/sportello/secret.key',
  )
  const isClean = left.trim() === '/var/lib/sportello/secret.key'
  const failures = visits.failed.length > 0 ? ` (${[...new Set(visits.failed)].join(', ')})` : ''
  return {
    size: `installed in ${installed} s; ${upgrades} upgrades, and one installation of the same version; ${thousands(visits.acknowledged.length)} acknowledged`,
    measured: `${visits.failed.length} failed${failures}; ${lost.length} lost of ${sample.length} looked for${lost[0] === undefined ? '' : ` (${lost[0]})`}; a visitor waited ${(visits.slowestMs / 1_000).toFixed(1)} s at most; removed and installed again, it answers; ${isClean ? 'a purge leaves only the data' : `a purge leaves: ${left.trim()}`}`,
    met: visits.failed.length === 0 && lost.length === 0 && visits.slowestMs <= WAIT_LIMIT_MS && isClean,
  }
}
