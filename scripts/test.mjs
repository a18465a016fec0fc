// `npm test`: runs every check of the repository, the fastest checks first.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { alertRules, chromium, firefox, objectStore, oldestPostgresql, pooler, scanner, xliffSchemas } from './debian.mjs'
import { COMPILE_CACHE, ensureBuilt, ensureInstalled, fail, NODE, ROOT } from './workspace.mjs'

const PROJECTS = [
  'packages/codfis',
  'packages/fields',
  'packages/fields/tsconfig.react.json',
  'packages/contract',
  'packages/editing',
  'packages/checks',
  'packages/importers',
  'packages/phrases',
  'apps/server',
  'apps/web',
  // One program for the browser tests, the benchmarks and the reliability lab. They have the same options, and each of them
  // uses the server's sources, which would otherwise be checked once more for each.
  'tsconfig.tools.json',
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
pooler()
alertRules()
step(
  'unit and server tests',
  NODE,
  [bin('vitest', 'vitest.mjs'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${join(reports, 'vitest.json')}`],
  { CHROMIUM: chromium(), XLIFF_SCHEMAS: xliffSchemas() },
)
const oldest = oldestPostgresql()
if (oldest !== undefined)
  // The tests of the database's own rules and of the life of a request. All server tests run on this version too, with the
  // same variable, but they would take ten minutes more.
  step(
    'database tests on PostgreSQL 15',
    NODE,
    [
      bin('vitest', 'vitest.mjs'),
      'run',
      '--project',
      'server',
      'apps/server/src/platform/db',
      'apps/server/src/requests/requests',
      'apps/server/src/delivery/destinations',
    ],
    { POSTGRESQL: oldest },
  )
const stories = join(reports, 'playwright.json')
const secondBrowser = firefox()
step(
  'browser tests',
  NODE,
  [bin('@playwright', 'test', 'cli.js'), 'test', '-c', 'e2e/playwright.config.ts', '--reporter=line,json'],
  { CHROMIUM: chromium(), FIREFOX: secondBrowser, PLAYWRIGHT_JSON_OUTPUT_FILE: stories },
  () => failures(stories),
)

const unit = JSON.parse(readFileSync(join(reports, 'vitest.json'), 'utf8'))
const browser = JSON.parse(readFileSync(stories, 'utf8')).stats
rmSync(reports, { recursive: true })
const skipped = unit.numPendingTests + unit.numTodoTests + browser.skipped
const leftOut = secondBrowser ? '' : '; no test ran in Firefox'
console.log(`\n${unit.numPassedTests + browser.expected} passed, ${unit.numFailedTests + browser.unexpected} failed, ${skipped} skipped${leftOut}`)

function step(name, command, args, env = {}, onFailure = () => {}) {
  const started = Date.now()
  console.log(`\n── ${name}`)
  // Tests pass the folder of compiled modules on to the servers and commands that they start, as `npm start` does.
  const all = { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, ...env }
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], env: all })
  if (status !== 0) {
    onFailure()
    fail(`\n${name}: failed`)
  }
  console.log(`   ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

/** Prints the failed browser tests a second time, at the end of the output of `npm test`. */
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
