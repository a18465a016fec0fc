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
objectStore()
step('unit and server tests', NODE, [
  bin('vitest', 'vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${join(reports, 'vitest.json')}`,
])
const stories = join(reports, 'playwright.json')
step(
  'browser tests',
  NODE,
  [bin('@playwright', 'test', 'cli.js'), 'test', '-c', 'e2e/playwright.config.ts', '--reporter=line,json'],
  { CHROMIUM: chromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: stories },
  () => failures(stories),
)

const unit = JSON.parse(readFileSync(join(reports, 'vitest.json'), 'utf8'))
const browser = JSON.parse(readFileSync(stories, 'utf8')).stats
rmSync(reports, { recursive: true })
console.log(`\n${unit.numPassedTests + browser.expected} passed, ${unit.numFailedTests + browser.unexpected} failed`)

function step(name, command, args, env = {}, onFailure = () => {}) {
  const started = Date.now()
  console.log(`\n── ${name}`)
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
  if (status !== 0) {
    onFailure()
    fail(`\n${name}: failed`)
  }
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

/** The object store that the tests ask: Debian's OpenStack Swift, installed where that is allowed; without it the tests that need it are skipped, and say so. */
function objectStore() {
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
function chromium() {
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

/** What failed in the browser, said once more where a reader of the output's end sees it. */
function failures(file) {
  if (!existsSync(file)) return
  const told = (suite) => [
    ...(suite.suites ?? []).flatMap(told),
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests
        .filter((test) => test.status === 'unexpected')
        .map((test) => {
          const lines = (test.results.at(-1)?.error?.stack ?? test.results.at(-1)?.errors?.[0]?.message ?? '').split('\n')
          return [`[${test.projectName}] ${spec.file}:${spec.line} ${spec.title}`, ...lines.slice(0, 14)].join('\n  ')
        }),
    ),
  ]
  for (const failure of JSON.parse(readFileSync(file, 'utf8')).suites.flatMap(told)) console.log(`\n✗ ${failure}`)
}
