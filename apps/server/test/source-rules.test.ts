import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

// What no source does, or only where docs/security.md says so.
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const SOURCES = ['apps/server/src', 'apps/web/src', 'packages/codfis/src', 'packages/fields/src', 'packages/contract/src', 'packages/phrases/src']
const SECURITY = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')

const sources = SOURCES.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file: join(folder, file), text: readFileSync(join(ROOT, folder, file), 'utf8') })),
)
const filesWith = (pattern: RegExp, below = '') =>
  sources
    .filter(({ file, text }) => file.startsWith(below) && pattern.test(text))
    .map(({ file }) => file)
    .sort()
/** The files that a section of docs/security.md links to. */
function linkedIn(section: string): string[] {
  const [, rest = ''] = SECURITY.split(`\n## ${section}\n`)
  const [body = ''] = rest.split('\n## ')
  return [...body.matchAll(/\]\(\.\.\/([^)#]+)\)/g)].map(([, path = '']) => path)
}

test('the sources are found', () => expect(sources.length).toBeGreaterThan(500))

describe('no source', () => {
  test.each<[what: string, pattern: RegExp]>([
    ['runs text as code', /\beval\(|new Function\(|\bvm\b'|node:vm/],
    ['listens to other windows', /addEventListener\(\s*'message'|\bonmessage\b.*window/],
    ['writes markup into the page by hand', /\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write\(/],
    ['names a hash that is broken', /create(?:Hash|Hmac)\('(?!sha256')/],
    ['names another cipher than AES-256-GCM', /create(?:C|Dec)ipheriv\('(?!aes-256-gcm')/],
    ['lets a certificate pass unverified', /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED/],
    ['parses XML', /\bDOMParser\b|xml2js|fast-xml-parser|libxml/],
    ['opens a socket to a browser', /\bWebSocket\b|EventSource/],
  ])('%s', (_what, pattern) => {
    const wrong = sources.flatMap(({ file, text }) =>
      // Words for people, and what stands in comments and strings of the specifications, are no code.
      text
        .split('\n')
        .filter((line) => !/^\s*(?:\/\/|\*|\/\*)/.test(line) && pattern.test(line) && !(file.includes('phrases') || /['`].*==.*['`]/.test(line)))
        .map((line) => `${file}: ${line.trim()}`),
    )
    expect(wrong).toEqual([])
  })
})

describe('only where it is meant', () => {
  test('programs are started, without a shell: the database that comes along', () => {
    expect(filesWith(/child_process/, 'apps/server').every((file) => file.startsWith('apps/server/src/db/embedded/'))).toBe(true)
    expect(filesWith(/shell: true|\bexec\(`|execSync\(`/)).toEqual([])
  })

  test('a tenant’s markup is shown, cleaned', () => {
    expect(filesWith(/dangerouslySetInnerHTML/)).toEqual(['packages/fields/src/tenant-html.tsx'])
  })

  test('chance is not the system’s: the pauses before a mail or a transaction is tried again', () => {
    expect(filesWith(/Math\.random/)).toEqual(['apps/server/src/db/retry-on-conflict.ts', 'apps/server/src/mail/retry-schedule.ts'])
  })

  test('a statement is put together from texts, none of which a caller wrote', () => {
    expect(filesWith(/sql\.raw|\.query\(`[^`]*\$\{/)).toEqual([
      'apps/server/src/backup/restore-backup.ts',
      'apps/server/src/backup/table-parts.ts',
      'apps/server/src/db/embedded/postmaster.ts',
      'apps/server/src/db/in-batches.ts',
      'apps/server/src/db/migrate.ts',
      'apps/server/src/requests/queries.ts',
    ])
  })

  test('an expression is made from a text: one of ours', () => {
    expect(filesWith(/new RegExp\(/)).toEqual(['apps/server/src/environment.ts'])
  })

  test('the browser keeps something: drafts of this tab, and how the dashboard looks', () => {
    expect(filesWith(/sessionStorage/)).toEqual([
      'apps/web/src/visitor/features/account/forget-session.ts',
      'apps/web/src/visitor/features/layout/save-language.ts',
      'apps/web/src/visitor/features/send/receipt.ts',
      'apps/web/src/visitor/features/wizard/draft.tsx',
    ])
    expect(filesWith(/localStorage/)).toEqual([
      'apps/web/src/admin/theme.ts',
      'apps/web/src/admin/ui/use-column-visibility.ts',
      'apps/web/src/admin/words.tsx',
      'apps/web/src/visitor/features/chat/crisp.ts',
    ])
    expect(filesWith(/indexedDB|caches\.open|serviceWorker/)).toEqual([])
  })

  test('the environment is read', () => {
    expect(filesWith(/process\.env\b/)).toEqual(['apps/server/src/cli/main.ts', 'apps/server/src/config.ts'])
  })
})

describe('docs/security.md tells of', () => {
  test('every file that does cryptography or draws from chance', () => {
    const theirs = filesWith(
      /^import (?!type).*from '(?:node:crypto|@node-rs\/argon2|jose|otpauth|altcha-lib[^']*|openid-client)'|import\('@simplewebauthn\/server'\)/m,
      'apps/server',
    )
    expect(linkedIn('Cryptography').sort()).toEqual(theirs)
  })

  test('every file that calls outside', () => {
    const theirs = filesWith(
      /^import .*from '(?:undici|nodemailer|openid-client|node:tls|node:https?)'|import \{ [^}]*connect[^}]*\} from 'node:net'|import\('@(?:aws-sdk\/client-s3|opentelemetry\/exporter-trace-otlp-\w+)'\)|(?<!\bcache\.)\bfetch\(/m,
      'apps/server',
    )
    const types = ['apps/server/src/http/slow-request-guard.ts', 'apps/server/src/http/multipart.ts']
    expect(linkedIn('Outbound addresses').sort()).toEqual(theirs.filter((file) => !types.includes(file)))
  })

  test('every file that writes a log', () => {
    const theirs = filesWith(/request\.log\.|process\.std(?:out|err)|console\./, 'apps/server')
    expect(
      linkedIn('Logs')
        .filter((path) => !path.endsWith('managed.ts'))
        .sort(),
    ).toEqual(theirs)
  })

  test('every secret of the environment', () => {
    const variables = sources.find(({ file }) => file === 'apps/server/src/environment.ts')?.text ?? ''
    const secrets = [...variables.matchAll(/^ {4}([A-Z_]*(?:SECRET|PASSWORD)[A-Z_]*|DATABASE_URL|SMTP_URL):/gm)].map(([, name = '']) => name)
    expect(secrets.length).toBeGreaterThan(3)
    for (const name of secrets) expect(SECURITY).toContain(`\`${name}\``)
  })

  test('places that are there', () => {
    const links = [...SECURITY.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => path)
    expect(links.filter((path) => !existing(path))).toEqual([])
  })
})

function existing(path: string): boolean {
  try {
    return readdirSync(join(ROOT, 'docs', path, '..')).includes(path.split('/').at(-1) ?? '')
  } catch {
    return false
  }
}

/** SPDX identifiers: permissive ones, and MPL-2.0, whose copyleft stays within its own files. */
const ALLOWED_LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
])

describe('what is brought in from outside', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { link?: boolean; integrity?: string; resolved?: string; version?: string; license?: string }>
  }

  test('has a licence that allows its use and redistribution in a product under Apache-2.0', () => {
    const licences = Object.entries(packages).flatMap(([path, { link, license }]) => (path.includes('node_modules/') && !link ? [{ path, license }] : []))
    expect(licences.length).toBeGreaterThan(300)
    expect(licences.filter(({ license }) => !license?.split(' OR ').some((each) => ALLOWED_LICENCES.has(each)))).toEqual([])
  })

  test('has a version and a hash, and comes from one registry', () => {
    const foreign = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
    expect(foreign.length).toBeGreaterThan(300)
    const wrong = foreign.filter(
      ([, { integrity, resolved }]) => !integrity?.startsWith('sha512-') || (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')),
    )
    expect(wrong.map(([path]) => path)).toEqual([])
  })

  test('is asked for by one exact version', () => {
    const manifests = [
      'package.json',
      ...['apps/server', 'apps/web', 'packages/fields', 'packages/contract', 'packages/codfis', 'packages/phrases'].map((each) => `${each}/package.json`),
    ]
    const loose = manifests.flatMap((file) => {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Record<string, Record<string, string>>
      return Object.entries({ ...dependencies, ...devDependencies }).filter(([name, version]) => !name.startsWith('@sportello/') && !/^\d/.test(version))
    })
    expect(loose).toEqual([])
  })
})
