import type { MadePreview } from '@sportello/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { openOperatorSession } from '../../management/operator-session.ts'

let server: TestServer
let rendered = 0
let credential: string
beforeAll(async () => {
  server = await startTestServer({
    // A fake page renderer. Its page contains the data from which the page was rendered, so that the test can read this
    // data.
    async render({ url, api, client, savedLanguage }) {
      const customer = await api.getCustomer(url.split('/')[1] ?? '')
      const { preview = false } = customer.data ?? {}
      return { status: 200, html: JSON.stringify({ page: ++rendered, preview, session: client.sessionCode ?? null, savedLanguage }), cacheable: true }
    },
  })
  await server.load(sampleBundle())
  credential = await openOperatorSession(server.database, 'operator')
})
afterAll(() => server.close())

async function make(options: object = {}): Promise<string> {
  const body = JSON.stringify({ form: 'sample', mode: null, known: {}, today: null, language: null, ...options })
  const headers = { Authorization: `Bearer ${credential}`, 'content-type': 'application/json' }
  const made = await server.call<MadePreview>('POST', '/managements/definitions/sample-root/previews', { body, headers })
  return made.body.data?.code ?? ''
}
const open = (path: string) => fetch(server.url + path, { redirect: 'manual', headers: { 'accept-encoding': 'identity' } })

test('the page of a preview can be framed only by this deployment, and is neither indexed nor cached', async () => {
  const code = await make()
  const page = await open(`/${code}`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(page.headers.get('cache-control')).toBe('no-store')
  const [one, other] = [await page.json(), await (await open(`/${code}`)).json()] as { page: number; preview: boolean }[]
  expect([one?.preview, other?.page]).toEqual([true, (one?.page ?? 0) + 1])
})

test('the page of a real form cannot be framed, and is indexed', async () => {
  const page = await open('/sample')
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(page.headers.get('x-robots-tag')).toBeNull()
  expect(await page.json()).toMatchObject({ preview: false, session: null })
})

test('the page of a preview gets the simulated session and language without a cookie, and a code in its URL opens no session', async () => {
  const code = await make({ mode: 'SSO', known: { nome: 'Invented' }, language: 'de' })
  const page = await open(`/${code}`)
  expect(page.headers.getSetCookie()).toEqual([])
  expect(await page.json()).toMatchObject({ session: 'preview', savedLanguage: 'de' })
  const withCode = await open(`/${code}?code=anything`)
  expect([withCode.status, withCode.headers.getSetCookie()]).toEqual([200, []])
})

test('a URL with an unknown preview code gets the same page as an unknown form', async () => {
  const page = await open(`/~${'x'.repeat(32)}`)
  expect(await page.json()).toMatchObject({ preview: false })
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})
