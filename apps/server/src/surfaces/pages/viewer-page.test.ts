import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sportello-viewer-'))
  await writeFile(join(folder, 'main-1.js'), 'export {}')
  server = await startTestServer({
    viewer: { scriptFile: '/~viewer/assets/main-1.js', styleFiles: ['/~viewer/assets/main-1.css'], assetsFolder: folder },
  })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const open = (path: string) => fetch(server.url + path, { redirect: 'manual', headers: { origin: 'null' } })

test('the page that shows files has no origin of its own, loads nothing but its own files, and is framed by this site only', async () => {
  const response = await open('/~viewer/')
  expect(response.status).toBe(200)
  const html = await response.text()
  expect(html).toContain('<script type="module" crossorigin src="/~viewer/assets/main-1.js">')
  const own = `${server.url}/~viewer/assets/`
  const policy = response.headers.get('content-security-policy')?.split('; ')
  expect(policy).toEqual([
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${own} 'wasm-unsafe-eval'`,
    `style-src ${own}`,
    'img-src blob: data:',
    `connect-src ${own}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "object-src 'none'",
  ])
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex, nofollow',
  })
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
  expect(response.headers.getSetCookie()).toEqual([])
})

test('only the files of that page can be read by a page without an origin', async () => {
  const script = await open('/~viewer/assets/main-1.js')
  expect([script.status, script.headers.get('access-control-allow-origin'), script.headers.get('cache-control')]).toEqual([
    200,
    '*',
    'public, max-age=31536000, immutable',
  ])
  for (const path of ['/~viewer/assets/..%2f..%2fpackage.json', '/~viewer/assets/', '/~viewer/x', '/forms-service/rs/v2/managements/account', '/health/live'])
    expect([path, (await open(path)).headers.get('access-control-allow-origin')]).not.toEqual([path, '*'])
})
