import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loginForm, post, type Receipt, statusAndCode, takeIn } from '../../../test/login-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { openRowsOf, rowsOf } from '../../../test/traces.ts'

const PASSWORD = 'pass-Word-1'
const anna = { username: 'Anna.Neri', password: PASSWORD, email: 'anna@example.org', metadata: { nome: 'Anna', numero_tessera: 77 } }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const limits = { account: 100_000, address: 100_000 }
  await server.load(loginForm({ code: 'fund', accounts: [anna], limits }))
  await server.load(loginForm({ code: 'other', accounts: [{ ...anna, password: 'another-Word-2' }] }))
  await server.load(loginForm({ code: 'free', authTypes: ['FREE'], accounts: [anna] }))
})
afterAll(() => server.close())

const logIn = (form: string, username: unknown, password: unknown = PASSWORD) => post(server, `${form}/login`, { username, password })

/** Counts the responses to login attempts per HTTP status. */
async function countsOf(answers: readonly Promise<{ status: number }>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe('a login with user name and password', () => {
  test('opens a session with the account’s data', async () => {
    const { status, body } = await logIn('fund', 'Anna.Neri')
    expect(status).toBe(200)
    expect(body.data?.url).toBe('/forms-service/rs/v2/forms/fund/sso')
    expect(await takeIn(server, 'fund', body.data as Receipt)).toMatch(/^\/fund\/sso\?code=[\w-]{43}$/)
    const [session] = await openRowsOf(
      server,
      "select s.*, a.id as account from sessions s, accounts a where s.customer_code = 'fund' and a.customer_code = 'fund'",
    )
    expect(session).toMatchObject({
      auth_type: 'LOGIN',
      person: `account:${session?.account}`,
      known_data: { nome: 'Anna', numero_tessera: 77, email: 'anna@example.org', username: 'Anna.Neri' },
    })
    // The server rejects the login message when the browser sends it a second time or to another form.
    expect(await takeIn(server, 'fund', body.data as Receipt)).toBe('/fund/authError')
    const again = (await logIn('fund', 'Anna.Neri')).body.data as Receipt
    expect(await takeIn(server, 'other', again)).toBe('/other/authError')
  })

  test.each(['anna.neri', ' ANNA.NERI ', 'Anna．Neri'])('finds the account by %j, an equivalent spelling of its user name', async (username) => {
    expect((await logIn('fund', username)).status).toBe(200)
  })

  test('is rejected with the password that the same user name has on another form', async () => {
    expect(statusAndCode(await logIn('other', 'Anna.Neri'))).toBe('401 forms0011')
    expect((await logIn('other', 'Anna.Neri', 'another-Word-2')).status).toBe(200)
  })

  test('succeeds if the password is typed in another Unicode normalisation form', async () => {
    await server.load(loginForm({ code: 'fund', accounts: [{ username: 'jose', password: 'Josè-1234'.normalize('NFC') }] }))
    expect((await logIn('fund', 'jose', 'Josè-1234'.normalize('NFD'))).status).toBe(200)
  })
})

describe('a rejected login', () => {
  test('has the same status, body and headers for an existing and an unknown user name', async () => {
    const answers = new Map<string, Set<string>>()
    const tries = Array.from({ length: 60 }, (_, at) => ({ at, known: at % 2 === 0 }))
    const strip = (headers: Headers) => [...headers].filter(([name]) => !/^(?:date|x-request-id|x-ratelimit-.*|keep-alive|connection)$/.test(name))
    for (let from = 0; from < tries.length; from += 8) {
      await Promise.all(
        tries.slice(from, from + 8).map(async ({ at, known }) => {
          const { status, body, headers } = await logIn('fund', known ? 'Anna.Neri' : `nobody-${at}`, `wrong-${at}`)
          const seen = answers.get(String(known)) ?? new Set()
          answers.set(String(known), seen.add(JSON.stringify([status, body, strip(headers)])))
        }),
      )
    }
    expect(answers.get('true')?.size).toBe(1)
    expect(answers.get('false')).toEqual(answers.get('true'))
    expect([...(answers.get('true') ?? [])][0]).toContain('forms0011')
  })

  test('has the same response body on a form without password login whether or not the account exists', async () => {
    expect((await logIn('free', 'Anna.Neri')).body).toEqual((await logIn('fund', 'nobody')).body)
  })

  test.each<[why: string, username: unknown, password: unknown, outcome: string]>([
    ['no user name', '', PASSWORD, '401 forms0011'],
    ['no password', 'Anna.Neri', '', '401 forms0011'],
    ['SQL', "' or 1=1 --", "' or 1=1 --", '401 forms0011'],
    ['an SQL wildcard', 'anna%', PASSWORD, '401 forms0011'],
    ['a NUL', 'Anna.Neri\0', PASSWORD, '400 http_malformed'],
    ['half a surrogate pair', 'Anna\ud800', PASSWORD, '400 http_malformed'],
    ['an object as user name', { $ne: null }, PASSWORD, '400 http_malformed'],
    ['lists', ['Anna.Neri'], [PASSWORD], '400 http_malformed'],
    ['a user name that is too long', 'a'.repeat(257), PASSWORD, '400 http_malformed'],
    ['a password that is too long', 'Anna.Neri', 'a'.repeat(1_025), '400 http_malformed'],
    ['nothing', undefined, undefined, '400 http_malformed'],
  ])('with %s in the request returns the documented error', async (_why, username, password, outcome) => {
    expect(statusAndCode(await logIn('fund', username, password))).toBe(outcome)
  })

  test('stores neither the typed user name nor the password in plain text', async () => {
    await logIn('fund', 'typed-a-Secret-instead', 'typed-a-Secret-too')
    const rows = await rowsOf(server, 'select to_jsonb(f) as f from failed_logins f')
    expect(rows.length).toBeGreaterThan(0)
    const hex = Buffer.from('typed-a-secret-instead').toString('hex')
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`secret|${hex}`, 'i'))
    const kept = JSON.stringify(await rowsOf(server, 'select to_jsonb(a) as a from accounts a'))
    expect(kept).not.toContain(PASSWORD)
    expect(kept.match(/\$argon2id\$v=19\$m=19456,t=2,p=1\$/g)?.length).toBeGreaterThan(2)
  })
})

describe('the limit of failed logins', () => {
  const limited = (form: string, limits: { account: number; address: number }) => server.load(loginForm({ code: form, accounts: [anna], limits }))
  const fails = (form: string, username: string, times: number) => countsOf(Array.from({ length: times }, (_, at) => logIn(form, username, `wrong-${at}`)))

  test.each(['Anna.Neri', 'nobody'])('applies to each user name, whether or not its account exists, even with parallel attempts: %s', async (username) => {
    const form = `name-${username.toLowerCase().replace('.', '-')}`
    await limited(form, { account: 20, address: 1_000 })
    expect(await fails(form, username, 60)).toEqual({ 401: 20, 429: 40 })
    const refused = await logIn(form, username.toUpperCase())
    expect(statusAndCode(refused)).toBe('429 forms0045')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900)
    // Checks that another user name can still attempt to log in when the limit for the first is reached.
    expect((await logIn(form, 'somebody else')).status).toBe(401)
  })

  test('applies to one network address across all user names, even with parallel attempts', async () => {
    await limited('address', { account: 1_000, address: 30 })
    expect(await countsOf(Array.from({ length: 60 }, (_, at) => logIn('address', `name-${at}`)))).toEqual({ 401: 30, 429: 30 })
    expect(statusAndCode(await logIn('address', 'Anna.Neri'))).toBe('429 forms0045')
  })

  test('does not count successful logins', async () => {
    await limited('right', { account: 3, address: 5 })
    expect(await countsOf(Array.from({ length: 12 }, () => logIn('right', 'Anna.Neri')))).toEqual({ 200: 12 })
  })

  test('ends after 15 minutes', async () => {
    await limited('later', { account: 2, address: 1_000 })
    expect(await fails('later', 'Anna.Neri', 4)).toEqual({ 401: 2, 429: 2 })
    await rowsOf(server, "update failed_logins set failed_at = failed_at - interval '15 minutes' where customer_code = 'later'")
    expect((await logIn('later', 'Anna.Neri')).status).toBe(200)
  })
})
