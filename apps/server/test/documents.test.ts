import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { decisionsIndex } from './decisions-index.ts'
import { cloneDatabase } from './test-server.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

const documents = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => join('docs', name)),
].map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))

/** The commands that the documentation shows, in code blocks or inline. */
const shown = documents.flatMap(({ file, text }) =>
  [...text.matchAll(/npm (?:start|test|run (?:-s )?[a-z][^`"'#\n]*)/g)].map(([command]) => ({ file, command: command.trim() })),
)

/**
 * Commands of `npm run -s cli --` with their expected output. The order ensures that each command can run after the
 * commands before it.
 */
const CLI: readonly [line: string, output: RegExp][] = [
  ['schema', /"definitions"/],
  ['migrate', /up to date/],
  ['import my-form.yaml', /my-office/],
  ['import-form survey.json --as surveyjs --out my-form.json', /my-form\.json: definition my-survey, 0 notes/],
  ['import my-form.json', /definition my-survey/],
  ['diff my-form.json my-survey@live', /^$/],
  ['plan my-form.json', /0 to change, 1 unchanged, 0 errors\nPlan [0-9a-f]{16}/],
  ['drift my-form.json', /0 to change/],
  ['export my-office', /"code_form": "my-office"/],
  ['export', /street-light/],
  ['admin link', /\/admin\/management\/auth\?auth=[\w-]{40,}/],
  ['admin create anna owner', /^\S{20,}$/m],
  ['import people.yaml', /members/],
  ['accounts import members accounts.csv', /1/],
  ['tokens import members tokens.csv', /1/],
  ['links members people.csv', /email,url\nanna@example\.org,http/],
  ['credential members', /\S{20,}/],
  ['mails', /No mails yet/],
  ['backup sportello.backup', /sportello\.backup|rows/],
  ['backup one.backup --form my-office', /one\.backup|rows/],
  ['backup --verify sportello.backup', /./],
  ['rescan', /CLAMD_URL/],
  ['shred my-office my-office', /has no key/],
  ['move-files', /S3_URL/],
  ['restore sportello.backup', /empty|already/],
]
/**
 * Commands that exit with code 1 in this test, because they need a configuration that the test does not have. The tests
 * that OTHERS names run them with that configuration.
 */
const UNCONFIGURED = ['rescan', 'shred', 'move-files', 'restore']

/** For each documented command that this test cannot run to its end, the test that runs it. */
const OTHERS: Readonly<Record<string, string>> = {
  'npm start': 'apps/server/test/npm-start.test.ts',
  'npm test': 'scripts/test.mjs',
  'npm run cli': 'apps/server/test/documents.test.ts',
  'npm run docs': 'e2e/specs/docs-site.desk.spec.ts',
  'npm run format': 'scripts/test.mjs',
  'npm run schema': 'apps/server/src/platform/config.test.ts',
  'npm run places': 'packages/codfis/src/places.test.ts',
  'npm run mails': 'apps/server/src/delivery/mail/mail-document.test.ts',
  'npm run icons': 'packages/fields/src/icons/icons.test.ts',
  'npm run sabotage': 'apps/server/test/sabotages.test.ts',
  'npm run lab': 'lab/test',
  'npm run bench': 'bench/src/main.ts',
  'npm run dev': 'scripts/dev.mjs',
  'npm run sbom': 'package.json',
  'npm run deb': 'lab/src/figures/debian-package.ts',
  'npm run program': 'scripts/deb.mjs',
  rescan: 'apps/server/src/requests/requests/scanned-attachments.test.ts',
  shred: 'apps/server/src/requests/requests/encrypted-attachments.test.ts',
  'move-files': 'apps/server/src/requests/requests/attachments-as-objects.test.ts',
  restore: 'apps/server/src/surfaces/backup/backup.test.ts',
  worker: 'apps/server/src/surfaces/jobs/worker.test.ts',
  apply: 'apps/server/src/cli/plan-files.test.ts',
  promote: 'apps/server/src/cli/promote.test.ts',
  probe: 'apps/server/src/cli/probe.test.ts',
  'test-forms': 'apps/server/src/surfaces/authoring/managed-form-tests.test.ts',
}

/** The YAML of the example bundle in docs/authors/index.md. */
const example = /<!-- bundle -->\s+```yaml\n(.*?)```/s.exec(documents.find(({ file }) => file === 'docs/authors/index.md')?.text ?? '')?.[1] ?? ''
const PEOPLE = `
definitions:
  - code_tag: members
    tag_description: Members
    form_params: { auth_type: [LOGIN, TOKEN_LOGIN, B2B], token_type: DYNAMIC }
    children: []
forms:
  - { code_form: members, code_tag: members }
`

describe('a command that a document shows', () => {
  let clone: Awaited<ReturnType<typeof cloneDatabase>>
  let folder: string
  beforeAll(async () => {
    clone = await cloneDatabase()
    folder = await mkdtemp(join(tmpdir(), 'sportello-commands-'))
    const files = {
      'my-form.yaml': example,
      'people.yaml': PEOPLE,
      'survey.json': '{"title":"My survey","elements":[{"type":"text","name":"city","title":"City"}]}',
      'accounts.csv': 'username,password,email\nanna,a long pass phrase,anna@example.org\n',
      'tokens.csv': 'token\nA1B2-C3D4\n',
      'people.csv': 'email\nanna@example.org\n',
    }
    await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)))
  })
  afterAll(async () => {
    await clone.drop()
    await rm(folder, { recursive: true })
  })

  test.each(CLI)('runs successfully: npm run -s cli -- %s', async (line, output) => {
    const { host, user, password } = inject('cluster')
    const { database } = clone.database.owner.options
    const env = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: `postgres://${user}:${password}@${encodeURIComponent(host)}/${database}`,
      DATA_DIR: folder,
      SECRET_KEY: 'the secret of a deployment, in tests',
    }
    const run = promisify(execFile)(process.execPath, [join(ROOT, 'apps/server/src/cli/main.ts'), ...line.split(' ')], { cwd: folder, env })
    const result = await run.then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      (error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr }),
    )
    expect(result.text).toMatch(output)
    expect(result.code).toBe(UNCONFIGURED.includes(line.split(' ')[0] ?? '') ? 1 : 0)
  })

  test('is run by some test', () => {
    const commands = new Set([...CLI.map(([line]) => line.split(' ')[0]), ...Object.keys(OTHERS), 'COMMAND'])
    const unknown = shown.filter(({ command }) => {
      const [, cli] = /^npm run -s cli -- (\S+)/.exec(command) ?? []
      if (cli) return !commands.has(cli)
      return !Object.hasOwn(
        OTHERS,
        command
          .replace('-s ', '')
          .split(' ')
          .slice(0, command.startsWith('npm run') ? 3 : 2)
          .join(' '),
      )
    })
    expect(unknown).toEqual([])
    expect(shown.length).toBeGreaterThan(30)
  })

  test('exists as a script in package.json', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
    const absent = Object.keys(OTHERS).filter((name) => name.startsWith('npm ') && !Object.hasOwn(scripts, name.split(' ').at(-1) ?? ''))
    expect(absent).toEqual([])
    expect(Object.values(OTHERS).filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  })

  test('is listed in the table of commands if it is a command of the deployment', () => {
    const table = documents.find(({ file }) => file === 'docs/commands.md')?.text ?? ''
    const help = readFileSync(join(ROOT, 'apps/server/src/cli/usage.ts'), 'utf8')
    const ofTable = [...(table.split('## For developers')[0] ?? '').matchAll(/^\| `([a-z-]+)/gm)].map(([, name]) => name)
    const ofHelp = [...help.matchAll(/^ {2}([a-z-]+)(?= .* {2,}\S| {2,}\S)/gm)].map(([, name]) => name)
    expect(ofHelp.length).toBeGreaterThan(15)
    expect([...new Set(ofTable)].sort()).toEqual([...new Set(ofHelp)].sort())
  })
})

test('docs/decisions/index.md equals the index that npm run schema generates', () => {
  const { present, wanted } = decisionsIndex()
  expect(present).toBe(wanted)
})

describe('a link in a document', () => {
  /** Returns the anchor that GitHub and VitePress generate for a heading. */
  const anchorOf = (heading: string) =>
    heading
      .replaceAll(/`|\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-')

  test('leads to an existing file and, if it has an anchor, to an existing heading', () => {
    const broken = documents.flatMap(({ file, text }) =>
      [...text.replaceAll(/```.*?```/gs, '').matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].flatMap(([, href = '']) => {
        const [path = '', anchor] = href.split('#')
        const target = path === '' ? join(ROOT, file) : join(ROOT, file, '..', path)
        if (!existsSync(target)) return [`${file}: ${href}`]
        if (anchor === undefined || !target.endsWith('.md')) return []
        const headings = [...readFileSync(target, 'utf8').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
        return headings.includes(anchor) ? [] : [`${file}: ${href}`]
      }),
    )
    expect(broken).toEqual([])
  })
})
