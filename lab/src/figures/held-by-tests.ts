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

/** Files of tests, below `apps/server`, that figures of this run need. */
const needed = new Set<string>()
let ran: Promise<ReadonlyMap<string, Counts>> | undefined

/** Runs all tests that are needed, at once: to start them costs more than most of them take. @returns what came of each file */
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

/** Runs stories in the browser. @param names of their files, as far as needed */
async function runStories(names: readonly string[]): Promise<Counts> {
  const { said } = await run(['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=json', ...names])
  const { stats } = JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1)) as { stats: { expected: number; unexpected: number; skipped: number } }
  return { passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped }
}

interface Held extends Pick<Figure, 'id' | 'what' | 'goal'> {
  tests?: readonly string[]
  stories?: readonly string[]
}

/** A figure whose counts stand in tests beside the code, which are run whole. To be prepared before it is run. */
function heldByTests({ tests = [], stories = [], ...told }: Held): Figure {
  return {
    ...told,
    prepare() {
      for (const file of tests) needed.add(file)
    },
    async run() {
      if (tests.length > 0) ran ??= runTests()
      const counts = await ran
      const none: Counts = { passed: 0, failed: 1, skipped: 0 }
      // A file of which nothing was heard did not start.
      const all = tests.map((file) => counts?.get(file) ?? none).map((each) => (each.passed + each.failed + each.skipped === 0 ? none : each))
      if (stories.length > 0) all.push(await runStories(stories))
      const sum = (of: keyof Counts) => all.reduce((total, counts) => total + counts[of], 0)
      return {
        size: `full: the tests of ${[...tests.map((file) => file.replace(/^(?:src|test)\//, '')), ...stories].join(', ')}`,
        measured: `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} left out`,
        met: sum('passed') > 0 && sum('failed') + sum('skipped') === 0,
      }
    },
  }
}

/** The lines of what was said that tell something. */
const linesWith = (said: string, telling: RegExp) =>
  said
    .split('\n')
    .filter((line) => telling.test(line))
    .map((line) => line.trim())

export const tenants = heldByTests({
  id: 'G8',
  what: 'Each call is made for every customer, by everybody who may not',
  goal: '0 rows, fields or words of another customer; what is foreign is answered as what is not there; the database alone holds too',
  tests: [
    'src/platform/db/row-security.test.ts',
    'src/surfaces/operators/management-calls.test.ts',
    'src/surfaces/operators/managements.test.ts',
    'src/entrance/sessions/session-calls.test.ts',
  ],
})

export const markup = heldByTests({
  id: 'G11',
  what: 'Hostile HTML and style stand in every place that shows an author’s',
  goal: '600 payloads of HTML and 120 of style in a real Chromium: 0 run, 0 fetch anything; no style reads or covers what is around its form',
  tests: ['src/catalogue/customers/answer-css.test.ts'],
  stories: ['hostile-html', 'hostile-css'],
})

export const evilPatterns = heldByTests({
  id: 'G12',
  what: 'Authors write patterns that take for ever',
  goal: '200 evil patterns, 50 ms each at 3,000 characters',
  tests: ['src/catalogue/definitions/patterns.test.ts'],
})

export const enumeration: Figure = {
  id: 'G13',
  what: 'Somebody asks by turns for who has an account and who has none',
  goal: '1,000 of each question: the same bytes, and the same time but for 5 %',
  async run() {
    const { code, said } = await run(['bench/src/main.ts', 'logins'])
    return { size: 'full', measured: linesWith(said, /answers|quarter|leaks/).join('; '), met: code === 0 }
  },
}

export const malware = heldByTests({
  id: 'G15',
  what: 'Malware comes wrapped, and the scanner is away, still or lies',
  goal: '25 wrappings of EICAR refused by a real clamd; nothing is taken for clean without its word; 20 bombs cost nothing',
  tests: ['src/requests/requests/scanned-attachments.test.ts', 'src/requests/attachments/clamd.test.ts', 'src/requests/attachments/archive.test.ts'],
})

export const forgedRequests = heldByTests({
  id: 'G16',
  what: 'Destinations and services name addresses that must not be called',
  goal: '80 spellings, and names that change their address: 0 connections',
  tests: ['src/platform/http/outbound/outbound.test.ts', 'src/surfaces/visitor-form/look-up-options.test.ts'],
})

const alteredAnswers = heldByTests({
  id: 'G17',
  what: 'Messages of single sign-on are altered, replayed, late and of another form',
  goal: '500 mutations, one answer to all; a replay is refused each time; 2,000 of each kind: refused in the same time but for 5 %',
  tests: ['src/entrance/sso/enter-by-message.test.ts'],
})

/** Of fewer, two halves of one kind are further apart than two kinds may be. */
const FEWEST_MESSAGES = 1_000

export const alteredMessages: Figure = {
  ...alteredAnswers,
  async run(part: Size) {
    const { size, measured, met } = await alteredAnswers.run(part)
    const { code, said } = await run(['bench/src/main.ts', 'messages'], { MESSAGES: String(Math.max(FEWEST_MESSAGES, part(2_000))) })
    return { size, measured: [measured, ...linesWith(said, /answers|apart/)].join('; '), met: met && code === 0 }
  },
}

export const plantedSecrets = heldByTests({
  id: 'G20',
  what: 'Secrets are planted in every place that takes one',
  goal: '30 of them: 0 in answers, logs and a dump of the database, and in the files of attachments',
  tests: [
    'src/catalogue/customers/secrets.test.ts',
    'src/platform/keys/sealing.test.ts',
    'src/platform/http/security-log.test.ts',
    'src/requests/requests/sealed-attachments.test.ts',
  ],
})

export const requirements = heldByTests({
  id: 'G21',
  what: 'Every requirement of OWASP ASVS 5.0, levels 1 and 2, has a test or a reason',
  goal: '253 rows, of which 150 name tests that there are',
  tests: ['test/asvs.test.ts', 'test/source-rules.test.ts'],
})

/** Of which a part is told. */
const WHOLE = 1_000

export const sabotages: Figure = {
  id: 'G22',
  what: 'Defences are taken away, one at a time',
  goal: '25 and more, each turns a test red',
  async run(size: Size): Promise<Measured> {
    const part = size(WHOLE) / WHOLE
    const { code, said } = await run(['scripts/sabotage.mjs', `--part=${part}`])
    const [measured = 'could not be told', ...rest] = linesWith(said, /caught$|^UNNOTICED/).toReversed()
    return { size: part === 1 ? 'full' : 'a part, at random', measured: [measured, ...rest].join('; '), met: code === 0 }
  },
}
