import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessForm } from '../../../test/access-bundle.ts'
import { loginForm, type Receipt } from '../../../test/login-bundle.ts'
import { enter, postMessage } from '../../../test/sso.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(
    loginForm({
      code: 'club',
      accounts: [{ username: 'mallory', password: 'x' }],
      tokens: [{ token: 'FARO', fields: { surname: 'Neri', born: '1990-01-02' } }],
    }),
  )
  await server.load(loginForm({ code: 'other', accounts: [{ username: 'mallory', password: 'x' }] }))
  await server.load(accessForm({ code: 'fund', authTypes: ['SSO'], mappings: [{ client: 'acme' }] }))
})
afterAll(() => server.close())

/** A fake browser with its own cookies. Unlike a real browser, it sends all cookies to every path. */
class Browser {
  readonly #cookies = new Map<string, string>()

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  take(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.#cookies.set(name, value)
    }
  }

  async logsIn(path = 'club/login', body: unknown = { username: 'mallory', password: 'x' }): Promise<Receipt> {
    const headers = { 'Content-Type': 'application/json', cookie: this.cookie }
    const answer = await server.call<Receipt>('POST', `/forms/${path}`, { body: JSON.stringify(body), headers })
    this.take(answer.headers)
    return answer.body.data as Receipt
  }

  async posts({ message }: Receipt, method: 'GET' | 'POST' = 'POST', customer = 'club'): Promise<string> {
    const answer = await postMessage(server, customer, message, method, this.cookie)
    this.take(answer.headers)
    return answer.location
  }

  /**
   * Opens a page's URL that contains a session code in the fake browser.
   * @returns true if the server set a session cookie
   */
  async opens(address: string): Promise<boolean> {
    const answer = await fetch(`${server.url}${address}`, { redirect: 'manual', headers: { cookie: this.cookie } })
    expect(answer.status).toBe(303)
    return answer.headers.getSetCookie().some((line) => line.startsWith('otp_'))
  }
}

describe.each([
  ['user name and password', 'club/login', { username: 'mallory', password: 'x' }],
  ['token', 'club/login/FARO', { surname: 'Neri', born: '1990-01-02' }],
])('a login by %s', (_way, path, body) => {
  test('opens a session that works only in the browser that logged in, through either URL with the code', async () => {
    const [own, other] = [new Browser(), new Browser()]
    const address = await own.posts(await own.logsIn(path, body))
    const code = new URL(address, server.url).searchParams.get('code')
    await other.posts(await other.logsIn(path, body))
    for (const each of [address, `/club?code=${code}`])
      expect([await other.opens(each), await new Browser().opens(each), await own.opens(each)]).toEqual([false, false, true])
  })

  test.each(['GET', 'POST'] as const)(
    'creates a login message that is rejected when another browser sends it by %s, and that stays valid in the browser that logged in',
    async (method) => {
      const [own, other] = [new Browser(), new Browser()]
      const receipt = await own.logsIn(path, body)
      await other.logsIn(path, body)
      const before = await rowsOf(server, 'select count(*) from sessions')
      for (const browser of [other, new Browser()]) expect(await browser.posts(receipt, method)).toBe('/club/authError')
      expect(await rowsOf(server, 'select count(*) from sessions')).toEqual(before)
      expect(await own.posts(receipt, method)).toMatch(/^\/club\/sso\?code=/)
    },
  )
})

test('if a visitor logs in in two tabs of one browser at the same time, both tabs get a session', async () => {
  const browser = new Browser()
  const [one, two] = [await browser.logsIn(), await browser.logsIn()]
  for (const receipt of [one, two]) expect(await browser.opens(await browser.posts(receipt))).toBe(true)
})

test('the login cookie of one form is not accepted by another form', async () => {
  const browser = new Browser()
  const kept = await browser.logsIn()
  const forged = new Browser()
  forged.take(new Headers([['set-cookie', browser.cookie.replace('login_club', 'login_other')]]))
  expect(await forged.posts(await browser.logsIn('other/login'), 'POST', 'other')).toBe('/other/authError')
  expect(await browser.opens(await browser.posts(kept))).toBe(true)
})

test('a session opened by an SSO message can be used in any browser', async () => {
  expect(await new Browser().opens(`/fund/sso?code=${await enter(server, 'fund')}`)).toBe(true)
})
