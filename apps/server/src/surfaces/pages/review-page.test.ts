import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sportello-review-'))
  await writeFile(join(folder, 'main-1.js'), 'export {}')
  server = await startTestServer({
    env: { API_KEY: '</script><b>' },
    review: { scriptFile: '/~review/assets/main-1.js', styleFiles: ['/~review/assets/main-1.css'], assetsFolder: folder },
  })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const open = (path: string, language = 'de') => fetch(server.url + path, { redirect: 'manual', headers: { 'accept-language': language } })

test('the page for reviewers has a strict policy, shows only pages of this deployment in frames, and is not framed, indexed, cached or sent in a Referer header', async () => {
  const response = await open('/~review')
  expect(response.status).toBe(200)
  const html = await response.text()
  const nonce = /<script type="module" src="\/~review\/assets\/main-1\.js" nonce="([^"]+)">/.exec(html)?.[1]
  const policy = response.headers.get('content-security-policy')
  expect(policy).toContain(`script-src 'nonce-${nonce}' 'strict-dynamic'`)
  expect(policy).toContain("frame-src 'self'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).toMatch(/default-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/)
  expect(policy).not.toMatch(/unsafe|\*/)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  })
  expect(html).toContain('<html lang="de">')
  expect(html).not.toContain('<b>')
  expect(response.headers.getSetCookie()).toEqual([])
})

test('the page for reviewers contains no data of a link: every link gets the same document, in the language of the browser', async () => {
  const [one, other] = await Promise.all([open('/~review', 'xx'), open('/~review?code=~anything', 'xx')].map(async (response) => (await response).text()))
  const bare = (html = '') => html.replaceAll(/nonce="[^"]+"/g, '')
  expect(bare(one)).toBe(bare(other))
  expect(one).toContain('<html lang="it">')
})

test('the files of the page for reviewers may be cached for ever, and no other files are served below their path', async () => {
  const script = await open('/~review/assets/main-1.js')
  expect([script.status, script.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  for (const path of ['/~review/assets/..%2f..%2fpackage.json', '/~review/assets/', '/~review/x'])
    expect((await open(path)).headers.get('content-type') ?? '').not.toMatch(/javascript|json/)
})
