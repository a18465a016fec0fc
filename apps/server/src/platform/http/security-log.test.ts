import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loginForm, post } from '../../../test/login-bundle.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { postMessage, ssoMessage } from '../../../test/sso.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { openOperatorSession } from '../../management/operator-session.ts'
import { DENIALS_PER_MINUTE } from './security-log.ts'

const written: string[] = []
let server: TestServer
let owner: string
beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written.push(String(chunk))
    return true
  })
  server = await startTestServer({ env: { LOG_LEVEL: 'info' } })
  await server.load(sampleBundle())
  await server.load(loginForm({ code: 'fund', authTypes: ['LOGIN', 'TOKEN_LOGIN', 'SSO'], accounts: [{ username: 'anna', password: 'Parola-1' }] }))
  owner = await openOperatorSession(server.database, 'operator')
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
})
beforeEach(() => void written.splice(0))

interface Line {
  time: number
  reqId: string
  event?: string
  [more: string]: unknown
}
const lines = () => written.flatMap((chunk) => chunk.split('\n').filter(Boolean)).map((line) => JSON.parse(line) as Line)
const events = () =>
  lines().map((line) => [line.event, line.way ?? line.code, line.outcome ?? line.status, line.operator ?? line.form].filter((part) => part !== undefined))
const signIn = (body: object) =>
  server.call<{ auth: string | null }>('POST', '/managements/sign-in', { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
const manage = (method: string, path: string, body?: object, bearer = owner) =>
  server.call(method, `/managements${path}`, {
    ...(body && { body: JSON.stringify(body) }),
    headers: { ...(body && { 'content-type': 'application/json' }), Authorization: `Bearer ${bearer}` },
  })

describe('the security log contains', () => {
  test('each sign-in to the dashboard with its method, each failed sign-in and each sign-out', async () => {
    await manage('POST', '/operators', { username: 'bea', role: 'viewer', password: 'Corretto-cavallo-9' })
    await signIn({ username: 'bea', password: 'not-the-Password-1' })
    await signIn({ username: 'my-secret-in-the-wrong-box', password: 'x' })
    const auth = (await signIn({ username: 'bea', password: 'Corretto-cavallo-9' })).body.data?.auth ?? ''
    await manage('DELETE', '/account', undefined, auth)
    expect(events().filter(([event]) => event !== 'refused')).toEqual([
      ['sign_in', 'password', 'failure', 'bea'],
      ['sign_in', 'password', 'failure'],
      ['sign_in', 'password', 'success', 'bea'],
      ['sign_out', 'dashboard', 'success', 'bea'],
    ])
    expect(written.join('')).not.toMatch(/wrong-box|not-the|Corretto/)
  })

  test('each login to a form with its method and result, without the visitor’s identity', async () => {
    await post(server, 'fund/login', { username: 'anna', password: 'Parola-1' })
    await post(server, 'fund/login', { username: 'anna', password: 'Parola-2' })
    await post(server, 'fund/login/a-token', {})
    await postMessage(server, 'fund', ssoMessage('fund', { email: 'carla@example.org' }).replace(/..$/, 'AA'))
    await post(server, 'fund/login/recovery', { code: 'a-code', password: 'Un-altro-cavallo-7' }, 'PUT')
    expect(events().filter(([event]) => event !== 'refused')).toEqual([
      ['sign_in', 'password', 'success', 'fund'],
      ['sign_in', 'password', 'failure', 'fund'],
      ['sign_in', 'token', 'failure', 'fund'],
      ['sign_in', 'message', 'failure', 'fund'],
      ['sign_in', 'recovery', 'failure', 'fund'],
    ])
    expect(written.join('')).not.toMatch(/anna|carla|Parola|a-token|a-code|127\.0\.0\.1/)
  })

  test('each request that is denied for lack of rights, with a hash that is the same for all requests from one network', async () => {
    await server.call('GET', '/managements/operators')
    await manage('POST', '/operators', { username: 'vera', role: 'viewer', password: 'Corretto-cavallo-9' })
    const viewer = await openOperatorSession(server.database, 'vera')
    expect((await manage('DELETE', '/operators/vera', undefined, viewer)).status).toBe(403)
    const refused = lines().filter(({ event }) => event === 'refused')
    expect(refused.map(({ code, status }) => [code, status])).toEqual([
      ['http_credential', 401],
      ['forms0018', 403],
    ])
    expect(refused[0]?.network).toMatch(/^[\w-]{12}$/)
    expect(refused[1]?.network).toBe(refused[0]?.network)
  })

  test('an entry for each request that the product’s own pages never send', async () => {
    const body = new FormData()
    for (const [name, value] of Object.entries({ code_tag: 'report', form_fields: '{"none":"x"}', id: '1' })) body.append(name, value)
    await server.call('POST', '/forms/sample', { body })
    expect(events()).toEqual([['refused', 'forms0044', 400]])
  })

  test('the time in UTC and the request id of the response, in each line', async () => {
    const before = Date.now()
    const { headers } = await server.call('GET', '/managements/operators')
    const [line] = lines()
    expect(line?.reqId).toBe(headers.get('x-request-id'))
    expect(line?.time).toBeGreaterThanOrEqual(before)
    expect(line?.time).toBeLessThanOrEqual(Date.now())
  })

  test('only well-formed JSON lines, whatever text a client sends', async () => {
    const hostile = '\u001b[31m"}\n{"event":"sign_in","outcome":"success","operator":"operator"}'
    await server.call('GET', `/forms/${encodeURIComponent(hostile)}`, { headers: { Authorization: 'Bearer x"}{', 'User-Agent': 'a"\\' } })
    await signIn({ username: hostile, password: hostile })
    await manage('GET', `/audit/1?operator=${encodeURIComponent(hostile)}`, undefined, 'none')
    expect(lines().every(({ event, outcome }) => event !== 'sign_in' || outcome === 'failure')).toBe(true)
    expect(written.join('')).not.toContain('\u001b')
  })

  test('the details of an internal error that the response does not reveal', async () => {
    await rowsOf(server, 'alter table audit_lines rename to audit_gone')
    const { status, headers, body } = await manage('GET', '/audit/1')
    await rowsOf(server, 'alter table audit_gone rename to audit_lines')
    expect([status, body.errors.map(({ data }) => data.code)]).toEqual([500, ['forms0007']])
    expect(JSON.stringify(body)).not.toMatch(/audit_lines|select|relation|at .*\.ts|node_modules/i)
    const line = lines().find(({ reqId, err }) => reqId === headers.get('x-request-id') && err !== undefined)
    expect(JSON.stringify(line?.err)).toMatch(/relation .*audit_lines.* does not exist/)
  })
})

test('the log contains no code or token from a URL, at any log level', async () => {
  const verbose = await startTestServer({ beside: server, env: { LOG_LEVEL: 'debug' } })
  const planted = 'planted-in-an-address-7f3a9c'
  const paths = [
    ...['/fund', '/fund/sso', '/fund/validation', '/fund/login', '/fund/open/ask'].map((path) => `${path}?code=${planted}&recovery=${planted}`),
    `/fund/login/${planted}`,
    `/admin/management/auth?auth=${planted}`,
    ...[`forms/fund?code=${planted}`, `forms/fund/tags/ask?code=${planted}`, `forms/fund/login/${planted}`, `forms/fund/sso?message=${planted}`].map(
      (path) => `/forms-service/rs/v2/${path}`,
    ),
    `/forms-service/rs/v2/managements/attachments/${planted}`,
    `/nothing/${planted}?${planted}`,
  ]
  for (const path of paths)
    for (const method of ['GET', 'POST'])
      await fetch(verbose.url + path, {
        method,
        redirect: 'manual',
        headers: { 'X-Api-Key': 'test-key', Authorization: `Bearer ${planted}`, Cookie: `otp_fund=${planted}`, Referer: `https://a.example/?code=${planted}` },
      })
  await verbose.close()
  expect(lines().length).toBeGreaterThan(2 * paths.length)
  expect(written.join('')).not.toContain(planted)
})

test('the security log contains a limited number of lines per minute for a client that repeatedly sends requests that are denied', async () => {
  for (let at = 0; at < 2 * DENIALS_PER_MINUTE + 100; at += 50)
    await Promise.all(Array.from({ length: 50 }, () => server.call('GET', '/managements/operators')))
  const refused = lines().filter(({ event, code }) => event === 'refused' && code !== undefined).length
  expect(refused).toBeGreaterThan(0)
  // Allows twice the limit of log lines, because the test may continue into a second minute.
  expect(refused).toBeLessThanOrEqual(2 * DENIALS_PER_MINUTE)
})
