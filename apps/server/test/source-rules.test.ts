import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

// The root of the repository. Some constructs are forbidden everywhere; others are allowed only in the files that docs/security.md lists.
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const SOURCES = [
  'apps/server/src',
  'apps/web/src',
  'packages/codfis/src',
  'packages/fields/src',
  'packages/contract/src',
  'packages/editing/src',
  'packages/checks/src',
  'packages/importers/src',
  'packages/phrases/src',
]
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
/** Returns the source files to which a section of docs/security.md links. */
function linkedIn(section: string): string[] {
  const [, rest = ''] = SECURITY.split(`\n## ${section}\n`)
  const [body = ''] = rest.split('\n## ')
  return [...body.matchAll(/\]\(\.\.\/([^)#]+)\)/g)].map(([, path = '']) => path)
}

test('more than 500 source files are checked', () => expect(sources.length).toBeGreaterThan(500))

describe('no source file', () => {
  test.each<[what: string, pattern: RegExp]>([
    ['evaluates text as code', /\beval\(|new Function\(|\bvm\b'|node:vm/],
    ['inserts markup into the page directly', /\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write\(/],
    ['uses another hash function than SHA-256', /create(?:Hash|Hmac)\('(?!sha256')/],
    ['uses another cipher than AES-256-GCM', /create(?:C|Dec)ipheriv\('(?!aes-256-gcm')/],
    ['accepts an unverified TLS certificate', /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED/],
    ['parses XML with a parser that resolves entities', /parseFromString\((?!.*'text\/html')|xml2js|fast-xml-parser|libxml/],
    ['opens a WebSocket', /\bWebSocket\b/],
  ])('%s', (_what, pattern) => {
    const wrong = sources.flatMap(({ file, text }) =>
      // Removes comments, phrases and the example strings of specifications before the check, because they are not
      // code.
      text
        .split('\n')
        .filter((line) => !/^\s*(?:\/\/|\*|\/\*)/.test(line) && pattern.test(line) && !(file.includes('phrases') || /['`].*==.*['`]/.test(line)))
        .map((line) => `${file}: ${line.trim()}`),
    )
    expect(wrong).toEqual([])
  })
})

test('no source file has more than 300 lines, except generated files and phrases', () => {
  const folders = ['apps/server', 'apps/web', 'packages', 'e2e', 'lab', 'bench', 'scripts', 'docs/.vitepress/config.ts', 'docs/sso', 'docs/chat']
  const isExempt = (file: string) =>
    /(?:^|\/)(?:node_modules|dist|test-results)\/|places-data\.ts$|db\/schema\.ts$|packages\/phrases\/src\/[a-z]{2}\//.test(file)
  const files = folders
    .flatMap((folder) =>
      folder.endsWith('.ts') ? [folder] : readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => /\.(?:tsx?|mjs|css)$/.test(file) && !isExempt(file))
  expect(files.length).toBeGreaterThan(1_000)
  expect(files.filter((file) => readFileSync(join(ROOT, file), 'utf8').split('\n').length > 301)).toEqual([])
})

describe('only the source files that docs/security.md lists', () => {
  test('start programs; the only program is the embedded database, without a shell', () => {
    expect(filesWith(/child_process/, 'apps/server').every((file) => file.startsWith('apps/server/src/platform/db/embedded/'))).toBe(true)
    expect(filesWith(/shell: true|\bexec\(`|execSync\(`/)).toEqual([])
  })

  test('insert a tenant’s HTML, which the server has cleaned', () => {
    expect(filesWith(/dangerouslySetInnerHTML/)).toEqual(['packages/fields/src/tenant-html.tsx'])
  })

  test('parse XML: office documents and XLIFF files, with a parser that does not expand entities which the document defines', () => {
    expect(filesWith(/from 'saxen'/)).toEqual(['packages/importers/src/read-xml.ts'])
    expect(filesWith(/\breadXml\(/)).toEqual([
      'apps/server/src/surfaces/translations/docx.ts',
      'apps/server/src/surfaces/translations/xliff.ts',
      'packages/importers/src/read-xml.ts',
      'packages/importers/src/xlsform/read-workbook.ts',
    ])
  })

  test('use Math.random, and only for the backoff of mails and transactions', () => {
    expect(filesWith(/Math\.random/)).toEqual(['apps/server/src/delivery/mail/retry-schedule.ts', 'apps/server/src/platform/db/retry-on-conflict.ts'])
  })

  test('build SQL from strings, and only from constants in the source', () => {
    expect(filesWith(/sql\.raw|\.query\(`[^`]*\$\{/)).toEqual([
      'apps/server/src/platform/db/embedded/postmaster.ts',
      'apps/server/src/platform/db/in-batches.ts',
      'apps/server/src/platform/db/migrate.ts',
      'apps/server/src/requests/requests/queries.ts',
      'apps/server/src/surfaces/backup/restore-backup.ts',
      'apps/server/src/surfaces/backup/table-parts.ts',
    ])
  })

  test('build regular expressions from strings', () => {
    expect(filesWith(/new RegExp\(/)).toEqual(['apps/server/src/platform/environment.ts'])
  })

  test('listen to messages from other windows: the script that other sites load to show a form in a frame, the preview of a file, and its page', () => {
    expect(filesWith(/addEventListener\(\s*'message'|\bonmessage\b.*window/)).toEqual([
      'apps/server/src/surfaces/pages/embed-script.ts',
      'apps/web/src/admin/views/requests/file-preview.tsx',
      'apps/web/src/viewer/main.ts',
    ])
  })

  test('open an event stream: the editor, to follow a draft and the check that tries every path, and the desk', () => {
    expect(filesWith(/EventSource|'text\/event-stream'/)).toEqual([
      'apps/server/src/surfaces/authoring/managed-drafts.ts',
      'apps/server/src/surfaces/authoring/managed-walks.ts',
      'apps/server/src/surfaces/managed-requests/managed-desk-events.ts',
      'apps/web/src/admin/call.ts',
      'packages/contract/src/endpoints/managements/desk.ts',
      'packages/contract/src/endpoints/managements/drafts.ts',
      'packages/contract/src/endpoints/managements/walks.ts',
    ])
  })

  test('use browser storage: for drafts of a tab, display settings, and a reviewer’s name and key', () => {
    expect(filesWith(/sessionStorage/)).toEqual([
      'apps/web/src/admin/views/editor/editor-view.tsx',
      'apps/web/src/admin/views/editor/use-expanded.ts',
      'apps/web/src/visitor/features/account/forget-session.ts',
      'apps/web/src/visitor/features/follow-up/correction-key.ts',
      'apps/web/src/visitor/features/layout/save-language.ts',
      'apps/web/src/visitor/features/saved-drafts/saved-handle.ts',
      'apps/web/src/visitor/features/send/receipt.ts',
      'apps/web/src/visitor/features/wizard/draft.tsx',
    ])
    expect(filesWith(/localStorage/)).toEqual([
      'apps/web/src/admin/recent-forms.ts',
      'apps/web/src/admin/theme.ts',
      'apps/web/src/admin/ui/use-column-visibility.ts',
      'apps/web/src/admin/views/editor/branch-clipboard.ts',
      'apps/web/src/admin/views/editor/unsent-changes.ts',
      'apps/web/src/admin/words.tsx',
      'apps/web/src/review/browser-store.ts',
      'apps/web/src/visitor/features/chat/crisp.ts',
      'apps/web/src/visitor/features/layout/theme-switch.tsx',
      'apps/web/src/visitor/theme.ts',
    ])
    expect(filesWith(/indexedDB|caches\.open|serviceWorker/)).toEqual([])
  })

  test('read environment variables', () => {
    expect(filesWith(/process\.env\b/)).toEqual(['apps/server/src/cli/main.ts', 'apps/server/src/platform/config.ts'])
  })
})

describe('docs/security.md lists', () => {
  test('every file that uses cryptography or random numbers', () => {
    const theirs = filesWith(
      /^import (?!type).*from '(?:node:crypto|@node-rs\/argon2|jose|otpauth|altcha-lib[^']*|openid-client)'|import\('@simplewebauthn\/server'\)/m,
      'apps/server',
    )
    expect(linkedIn('Cryptography').sort()).toEqual(theirs)
  })

  test('every file that makes outbound calls', () => {
    const theirs = filesWith(
      /^import .*from '(?:undici|nodemailer|openid-client|node:tls|node:https?)'|import \{ [^}]*connect[^}]*\} from 'node:net'|import\('@(?:aws-sdk\/client-s3|opentelemetry\/exporter-(?:trace|metrics|logs)-otlp-\w+)'\)|(?<!\bcache\.)\bfetch\(/m,
      'apps/server',
    )
    const types = ['slow-request-guard', 'multipart', 'replay'].map((file) => `apps/server/src/platform/http/${file}.ts`)
    expect(linkedIn('Outbound addresses').sort()).toEqual(theirs.filter((file) => !types.includes(file)))
  })

  test('every file that writes a log', () => {
    const theirs = filesWith(/request\.log\.|process\.std(?:out|err)|console\./, 'apps/server')
    expect(
      linkedIn('Logs')
        .filter((path) => !path.endsWith('audit.ts'))
        .sort(),
    ).toEqual(theirs)
  })

  test('every secret among the environment variables', () => {
    const variables = sources.find(({ file }) => file === 'apps/server/src/platform/environment.ts')?.text ?? ''
    const secrets = [...variables.matchAll(/^ {4}([A-Z_]*(?:SECRET|PASSWORD)[A-Z_]*|DATABASE_URL|SMTP_URL):/gm)].map(([, name = '']) => name)
    expect(secrets.length).toBeGreaterThan(3)
    for (const name of secrets) expect(SECURITY).toContain(`\`${name}\``)
  })

  test('only files that exist', () => {
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

/**
 * SPDX identifiers of the allowed licences: permissive licences, and MPL-2.0, whose copyleft covers only its own files.
 */
const ALLOWED_LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  // Fonts: may be distributed with a larger program, but not sold by themselves.
  'Bitstream-Vera',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  // Data of a development tool, which the product does not contain.
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  // Fonts: as Bitstream-Vera.
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
])

/**
 * SPDX identifiers for third-party packages whose manifest contains none. The identifiers are taken from the packages'
 * LICENSE files.
 */
const LICENCE_FILES: Readonly<Record<string, string>> = {
  'node_modules/decko': 'MIT',
  'node_modules/dejavu-fonts-ttf': 'Bitstream-Vera',
  'node_modules/png-js': 'MIT',
  'node_modules/slick': 'MIT',
  'node_modules/stickyfill': 'MIT',
  'node_modules/url-template': 'BSD-3-Clause',
}

describe('third-party packages', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { link?: boolean; integrity?: string; resolved?: string; version?: string; license?: string }>
  }

  test('have licences that allow use and redistribution in a product under Apache-2.0', () => {
    const licences = Object.entries(packages).flatMap(([path, { link, license }]) =>
      path.includes('node_modules/') && !link ? [{ path, license: LICENCE_FILES[path] ?? license }] : [],
    )
    expect(licences.length).toBeGreaterThan(300)
    expect(
      licences.filter(
        ({ license }) =>
          !license
            ?.replace(/^\((.*)\)$/, '$1')
            .split(' OR ')
            .some((choice) => choice.split(' AND ').every((each) => ALLOWED_LICENCES.has(each))),
      ),
    ).toEqual([])
  })

  test('have a version and a hash in the lock file, and come from one registry', () => {
    const foreign = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
    expect(foreign.length).toBeGreaterThan(300)
    const wrong = foreign.filter(
      ([, { integrity, resolved }]) => !integrity?.startsWith('sha512-') || (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')),
    )
    expect(wrong.map(([path]) => path)).toEqual([])
  })

  test('are declared with exact versions', () => {
    const manifests = ['package.json', ...SOURCES.map((folder) => folder.replace(/src$/, 'package.json'))]
    const loose = manifests.flatMap((file) => {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Record<string, Record<string, string>>
      return Object.entries({ ...dependencies, ...devDependencies }).filter(([name, version]) => !name.startsWith('@sportello/') && !/^\d/.test(version))
    })
    expect(loose).toEqual([])
  })
})
