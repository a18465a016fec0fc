// Debian's programs that tests and the lab need.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fail } from './workspace.mjs'

/** The virus scanner that the tests ask: Debian's, installed where that is allowed; without it the tests that need it are skipped, and say so. */
export function scanner() {
  if (process.env.CLAMD || existsSync('/usr/sbin/clamd')) return
  const install = 'apt-get update && apt-get install -y --no-install-recommends clamav-daemon'
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('   installing clamd…')
    spawnSync('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
  if (!existsSync('/usr/sbin/clamd')) console.log(`   The tests that need clamd are skipped. Install it as root:  ${install}`)
}

/** The connection pooler that the tests put before the database: Debian's PgBouncer, installed where that is allowed; without it its tests are skipped. */
export function pooler() {
  if (existsSync('/usr/sbin/pgbouncer')) return
  const install = 'apt-get update && apt-get install -y --no-install-recommends pgbouncer'
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('   installing PgBouncer…')
    // The package starts a pooler of its own, which nobody needs here.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
    spawnSync('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'], env })
  }
  if (!existsSync('/usr/sbin/pgbouncer')) console.log(`   The tests that need PgBouncer are skipped. Install it as root:  ${install}`)
}

/** The object store that the tests ask: Debian's OpenStack Swift, installed where that is allowed; without it the tests that need it are skipped, and say so. */
export function objectStore() {
  const known = () => spawnSync('/usr/bin/python3', ['-c', 'import swift'], { stdio: 'ignore' }).status === 0
  if (known()) return
  const install = 'apt-get update && apt-get install -y --no-install-recommends python3-swift'
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('   installing OpenStack Swift…')
    spawnSync('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
  if (!known()) console.log(`   The tests that need an object store are skipped. Install it as root:  ${install}`)
}

/**
 * The browser that the tests drive: Debian's headless shell of Chromium, installed where that is allowed. It is the same engine without a window's
 * frame, compositor and drawing process: the stories of one folder took 55 s with it, 101 s with the whole browser.
 */
export function chromium() {
  const whole = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  const known = (...files) => files.find((file) => file && existsSync(file))
  const shell = '/usr/bin/chromium-headless-shell'
  if (known(process.env.CHROMIUM, shell)) return known(process.env.CHROMIUM, shell)
  const install = 'apt-get update && apt-get install -y --no-install-recommends chromium-headless-shell fonts-noto-core'
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('   installing Chromium…')
    spawnSync('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
  const found = known(shell, ...whole)
  return found ?? fail(`The browser tests need Chromium. Install it as root:\n\n  ${install}\n\nor name one: CHROMIUM=/path/to/chromium npm test`)
}
