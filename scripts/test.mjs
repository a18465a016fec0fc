// npm test: every check of the repository, in the order in which a fault is cheapest to find.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, fail, NODE, ROOT } from './workspace.mjs'

const PROJECTS = [
  'packages/codfis',
  'packages/fields',
  'packages/fields/tsconfig.react.json',
  'packages/contract',
  'packages/phrases',
  'apps/server',
  'apps/web',
  'e2e',
  'bench',
  'lab',
]

ensureInstalled()
const reports = mkdtempSync(join(tmpdir(), 'sportello-reports-'))
const bin = (...parts) => join(ROOT, 'node_modules', ...parts)

step('format and lint', bin('.bin', 'biome'), ['ci', '--error-on-warnings', '.'])
for (const project of PROJECTS) step(`types of ${project}`, bin('.bin', 'tsc'), ['-p', project])
step('dead code', NODE, [bin('knip', 'bin', 'knip.js'), '--no-progress'])
ensureBuilt()
scanner()
step('unit and server tests', NODE, [
  bin('vitest', 'vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${join(reports, 'vitest.json')}`,
])
step('browser tests', NODE, [bin('@playwright', 'test', 'cli.js'), 'test', '-c', 'e2e/playwright.config.ts', '--reporter=line,json'], {
  CHROMIUM: chromium(),
  PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json'),
})

const unit = JSON.parse(readFileSync(join(reports, 'vitest.json'), 'utf8'))
const browser = JSON.parse(readFileSync(join(reports, 'playwright.json'), 'utf8')).stats
rmSync(reports, { recursive: true })
console.log(`\n${unit.numPassedTests + browser.expected} passed, ${unit.numFailedTests + browser.unexpected} failed`)

function step(name, command, args, env = {}) {
  const started = Date.now()
  console.log(`\n── ${name}`)
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
  if (status !== 0) fail(`\n${name}: failed`)
  console.log(`   ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

/** The virus scanner that the tests ask: Debian's, installed where that is allowed; without it the tests that need it are skipped, and say so. */
function scanner() {
  if (process.env.CLAMD || existsSync('/usr/sbin/clamd')) return
  const install = 'apt-get update && apt-get install -y --no-install-recommends clamav-daemon'
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('   installing clamd…')
    spawnSync('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
  if (!existsSync('/usr/sbin/clamd')) console.log(`   The tests that need clamd are skipped. Install it as root:  ${install}`)
}

/** The browser that the tests drive: Debian's, installed where that is allowed. */
function chromium() {
  const known = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => file && existsSync(file))
  if (known) return known
  const install = 'apt-get update && apt-get install -y --no-install-recommends chromium fonts-noto-core'
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('   installing Chromium…')
    spawnSync('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium'
  }
  return fail(`The browser tests need Chromium. Install it as root:\n\n  ${install}\n\nor name one: CHROMIUM=/path/to/chromium npm test`)
}
