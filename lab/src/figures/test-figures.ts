import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Figure, Measured, Size } from '../figure.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

interface Ran {
  code: number | null
  said: string
}

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [out, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, said: `${out}\n${errors}` }
}

interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** Test files below `apps/server` whose results the measurements of this run use. */
const needed = new Set<string>()
let ran: Promise<ReadonlyMap<string, Counts>> | undefined

/**
 * Runs all needed test files in one Vitest process, because starting Vitest takes longer than most tests.
 * @returns the counts of passed, failed and skipped tests for each file
 */
async function runTests(): Promise<ReadonlyMap<string, Counts>> {
  const folder = await mkdtemp(join(tmpdir(), 'sportello-lab-'))
  const report = join(folder, 'vitest.json')
  const pathOf = (file: string) => join(ROOT, 'apps/server', file)
  try {
    await run(['node_modules/vitest/vitest.mjs', 'run', '--project=server', '--reporter=json', `--outputFile=${report}`, ...[...needed].map(pathOf)])
    const { testResults } = JSON.parse(await readFile(report, 'utf8')) as { testResults: { name: string; assertionResults: { status: string }[] }[] }
    return new Map(
      [...needed].map((file) => {
        const all = testResults.filter(({ name }) => name === pathOf(file)).flatMap(({ assertionResults }) => assertionResults)
        const [passed, failed] = ['passed', 'failed'].map((wanted) => all.filter(({ status }) => status === wanted).length) as [number, number]
        return [file, { passed, failed, skipped: all.length - passed - failed }]
      }),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Runs Playwright's browser tests. @param names parts of the names of test files */
async function runStories(names: readonly string[]): Promise<Counts> {
  const { said } = await run(['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=json', ...names])
  const { stats } = JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1)) as { stats: { expected: number; unexpected: number; skipped: number } }
  return { passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped }
}

interface TestFigure extends Pick<Figure, 'id' | 'what' | 'goal'> {
  tests?: readonly string[]
  stories?: readonly string[]
}

/** Returns a measurement that runs whole test files and counts their results. Call its `prepare` before its `run`. */
function testFigure({ tests = [], stories = [], ...figure }: TestFigure): Figure {
  return {
    ...figure,
    prepare() {
      for (const file of tests) needed.add(file)
    },
    async run() {
      if (tests.length > 0) ran ??= runTests()
      const counts = await ran
      const none: Counts = { passed: 0, failed: 1, skipped: 0 }
      // A test file without results did not start. It counts as one failed test.
      const all = tests.map((file) => counts?.get(file) ?? none).map((each) => (each.passed + each.failed + each.skipped === 0 ? none : each))
      if (stories.length > 0) all.push(await runStories(stories))
      const sum = (of: keyof Counts) => all.reduce((total, counts) => total + counts[of], 0)
      return {
        size: `full: the tests of ${[...tests.map((file) => file.replace(/^(?:src|test)\//, '')), ...stories].join(', ')}`,
        measured: `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`,
        met: sum('passed') > 0 && sum('failed') + sum('skipped') === 0,
      }
    },
  }
}

/** Returns those lines of a command's output that match the pattern. */
const linesWith = (said: string, telling: RegExp) =>
  said
    .split('\n')
    .filter((line) => telling.test(line))
    .map((line) => line.trim())

export const tenants = testFigure({
  id: 'G8',
  what: 'Each call is made for every customer by clients without access',
  goal: '0 rows, fields or texts of another customer; foreign objects get the same answer as missing ones; the database’s row security alone is sufficient too',
  tests: [
    'src/platform/db/row-security.test.ts',
    'src/surfaces/operators/management-calls.test.ts',
    'src/surfaces/operators/managements.test.ts',
    'src/entrance/sessions/session-calls.test.ts',
  ],
})

export const markup = testFigure({
  id: 'G11',
  what: 'Hostile HTML and CSS in every place that shows an author’s',
  goal: '600 HTML and 120 CSS payloads in a real Chromium: 0 run a script, 0 load anything; no style sheet reads or covers anything outside of its form',
  tests: ['src/catalogue/customers/answer-css.test.ts'],
  stories: ['hostile-html', 'hostile-css'],
})

export const evilPatterns = testFigure({
  id: 'G12',
  what: 'Authors write patterns with exponential backtracking',
  goal: '200 hostile patterns: at most 50 ms each for 3,000 characters',
  tests: ['src/catalogue/definitions/patterns.test.ts'],
})

export const enumeration: Figure = {
  id: 'G13',
  what: 'A client asks alternately about existing and missing accounts',
  goal: '1,000 calls of each kind: answers with the same bytes, and the same time within 5 %',
  async run() {
    const { code, said } = await run(['bench/src/main.ts', 'logins'])
    return { size: 'full', measured: linesWith(said, /answers|quarter|leaks/).join('; '), met: code === 0 }
  },
}

export const malware = testFigure({
  id: 'G15',
  what: 'Malware is uploaded in archives, and the scanner is unavailable, hangs or gives wrong answers',
  goal: '25 packings of EICAR rejected by a real clamd; no file counts as clean without its answer; 20 archive bombs use no resources',
  tests: ['src/requests/requests/scanned-attachments.test.ts', 'src/requests/attachments/clamd.test.ts', 'src/requests/attachments/archive.test.ts'],
})

export const forgedRequests = testFigure({
  id: 'G16',
  what: 'Destinations and data sources have URLs that must not be called',
  goal: '80 spellings of internal addresses, and DNS rebinding: 0 connections',
  tests: ['src/platform/http/outbound/outbound.test.ts', 'src/surfaces/visitor-form/look-up-options.test.ts'],
})

const alteredAnswers = testFigure({
  id: 'G17',
  what: 'SSO messages are altered, replayed, expired, or of another form',
  goal: '500 mutations with the same answer; every replay is rejected; 2,000 of each kind are rejected in the same time within 5 %',
  tests: ['src/entrance/sso/enter-by-message.test.ts'],
})

/**
 * Minimum number of SSO messages of each kind. With fewer messages, even two halves of the same kind could differ by
 * more
 * than two kinds may differ.
 */
const FEWEST_MESSAGES = 1_000

export const alteredMessages: Figure = {
  ...alteredAnswers,
  async run(part: Size) {
    const { size, measured, met } = await alteredAnswers.run(part)
    const { code, said } = await run(['bench/src/main.ts', 'messages'], { MESSAGES: String(Math.max(FEWEST_MESSAGES, part(2_000))) })
    return { size, measured: [measured, ...linesWith(said, /answers|apart/)].join('; '), met: met && code === 0 }
  },
}

export const plantedSecrets = testFigure({
  id: 'G20',
  what: 'Known secrets are stored in every place that accepts one',
  goal: '30 secrets: 0 found in answers, logs, a database dump and attachment files',
  tests: [
    'src/catalogue/customers/secrets.test.ts',
    'src/platform/keys/encryption.test.ts',
    'src/platform/http/security-log.test.ts',
    'src/requests/requests/encrypted-attachments.test.ts',
  ],
})

export const requirements = testFigure({
  id: 'G21',
  what: 'Every requirement of OWASP ASVS 5.0, levels 1 and 2, has a test or a reason',
  goal: '253 rows, of which 150 name existing tests',
  tests: ['test/asvs.test.ts', 'test/source-rules.test.ts'],
})

/**
 * Number of sabotages in a measurement of full size. A sabotage removes one defence from the code. A smaller run tests
 * a
 * fraction of them.
 */
const WHOLE = 1_000

export const sabotages: Figure = {
  id: 'G22',
  what: 'Defences are removed from the code one at a time',
  goal: 'at least 25, and each makes a test fail',
  async run(size: Size): Promise<Measured> {
    const part = size(WHOLE) / WHOLE
    const { code, said } = await run(['scripts/sabotage.mjs', `--part=${part}`])
    const [measured = 'not measured', ...rest] = linesWith(said, /caught$|^UNNOTICED/).toReversed()
    return { size: part === 1 ? 'full' : 'a part, at random', measured: [measured, ...rest].join('; '), met: code === 0 }
  },
}
