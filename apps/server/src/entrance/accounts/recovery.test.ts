import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loginForm, post, type Receipt, statusAndCode, takeIn } from '../../../test/login-bundle.ts'
import { eventually } from '../../../test/mail-sink.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { openRowsOf, rowsOf } from '../../../test/traces.ts'
import { sweepAccounts } from './queries.ts'

const OLD = 'old-Word-1'
const NEW = 'new-Word-2'
const person = (username: string) => ({ username, password: OLD, email: `${username}@example.org` })

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ worker: true })
  const accounts = [...['anna', 'bea', 'carla', 'dora', 'elsa', 'flora', 'gina', 'ida', 'lara'].map(person), { username: 'mute', password: OLD }]
  await server.load(loginForm({ code: 'fund', accounts, limits: { account: 1_000, address: 1_000 } }))
  await server.load(loginForm({ code: 'other', accounts: [person('anna')] }))
})
afterAll(() => server.close())

const ask = (username: string, email?: string, form = 'fund') =>
  post<unknown>(server, `${form}/login/recovery`, { username, ...(email !== undefined && { email }) })
const set = (code: string, password: string = NEW, form = 'fund') => post<unknown>(server, `${form}/login/recovery`, { code, password }, 'PUT')
const logIn = (username: string, password: string, form = 'fund') => post(server, `${form}/login`, { username, password })
const mailsTo = (username: string) =>
  openRowsOf(server, "select * from mails where recipient = $1 and state = 'kept' order by created_at", [`${username}@example.org`])
const noWishes = () =>
  eventually(
    () => rowsOf(server, 'select 1 from recovery_wishes'),
    (rows) => rows.length === 0,
  )

/** Requests a password recovery mail and returns the code in the mail. */
async function codeFor(username: string, nth = 1): Promise<string> {
  expect((await ask(username)).status).toBe(202)
  const mails = await eventually(
    () => mailsTo(username),
    (rows) => rows.length >= nth,
  )
  const code = /\/fund\/login\?recovery=([\w-]{43})/.exec(String(mails[nth - 1]?.text_body))?.[1]
  if (code === undefined) throw new Error(`no code in ${mails[nth - 1]?.text_body}`)
  return code
}

describe('password recovery by a mailed link', () => {
  test('sets the password only once, and ends the account’s open sessions and unused login messages', async () => {
    const before = (await logIn('anna', OLD)).body.data as Receipt
    const sealed = (await logIn('anna', OLD)).body.data as Receipt
    const code = new URL(await takeIn(server, 'fund', before), server.url).searchParams.get('code')
    expect((await server.call('GET', `/forms/fund?code=${code}`)).status).toBe(200)

    const recovery = await codeFor('anna')
    const [mail] = await mailsTo('anna')
    expect(mail).toMatchObject({ kind: 'recovery', lang_code: 'it', customer_code: 'fund' })
    expect(mail?.text_body).toContain('anna')
    expect(JSON.stringify(await rowsOf(server, 'select to_jsonb(c) as c from recovery_codes c'))).not.toContain(recovery)

    expect((await set(recovery)).status).toBe(200)
    expect(statusAndCode(await logIn('anna', OLD))).toBe('401 forms0011')
    expect((await logIn('anna', NEW)).status).toBe(200)
    // Checks that the account with the same user name on another form keeps its password.
    expect((await logIn('anna', OLD, 'other')).status).toBe(200)
    expect(statusAndCode(await server.call('GET', `/forms/fund?code=${code}`))).toBe('401 forms0011')
    expect(await takeIn(server, 'fund', sealed)).toBe('/fund/authError')
    expect(statusAndCode(await set(recovery, 'third-Word-3'))).toBe('409 forms0042')
    expect((await logIn('anna', NEW)).status).toBe(200)
  })

  test('accepts exactly one of 16 parallel uses of the same link', async () => {
    const code = await codeFor('bea')
    const outcomes = await Promise.all(Array.from({ length: 16 }, (_, at) => set(code, `new-Word-${at}`)))
    expect(outcomes.map(statusAndCode).toSorted()).toEqual(['200', ...Array<string>(15).fill('409 forms0042')])
    const winner = outcomes.findIndex(({ status }) => status === 200)
    expect((await logIn('bea', `new-Word-${winner}`)).status).toBe(200)
  })

  test('invalidates the account’s other links when one link is used, even if several are used in parallel', async () => {
    const codes = [await codeFor('carla', 1), await codeFor('carla', 2)]
    const outcomes = await Promise.all(codes.map((code) => set(code)))
    expect(outcomes.map(statusAndCode).toSorted()).toEqual(['200', '409 forms0042'])
  })

  test('rejects a link that is older than one hour by the database’s clock', async () => {
    const code = await codeFor('dora')
    const [{ seconds } = {}] = await rowsOf(
      server,
      "select extract(epoch from c.expires_at - now())::float8 as seconds from recovery_codes c join accounts a on a.id = c.account_id where a.username = 'dora'",
    )
    expect(Number(seconds)).toBeGreaterThan(3_500)
    expect(Number(seconds)).toBeLessThanOrEqual(3_600)
    await rowsOf(server, "update recovery_codes set expires_at = now() where account_id = (select id from accounts where username = 'dora')")
    expect(statusAndCode(await set(code))).toBe('410 forms0040')
    expect((await logIn('dora', OLD)).status).toBe(200)
  })

  test.each([
    ['shrt-A1', 1],
    ['alllower', 3],
    ['', 5],
  ])('rejects the weak password %j with one error for each broken password rule', async (password, faults) => {
    const code = 'A'.repeat(43)
    const { status, body } = await set(code, password)
    expect(status).toBe(422)
    expect(body.errors.map(({ data }) => [data.code, data.field])).toEqual(Array(faults).fill(['forms0043', 'password']))
    expect(body.errors.every(({ data }) => /password/i.test(data.message) && !data.message.includes('{'))).toBe(true)
  })

  test('sends no mail if the e-mail address that the visitor typed differs from the account’s', async () => {
    await ask('elsa', 'somebody@example.org')
    await noWishes()
    expect(await rowsOf(server, "select 1 from mails where recipient like 'elsa%' or recipient like 'somebody%'")).toEqual([])
    await ask('elsa', ' ELSA@example.org ')
    await eventually(
      () => mailsTo('elsa'),
      (rows) => rows.length === 1,
    )
  })
})

describe('a recovery request', () => {
  test('gets the same response whether or not the account exists', async () => {
    const answers = new Set<string>()
    for (const username of ['flora', 'nobody', 'mute', '', "' or 1=1 --"]) {
      const { status, body } = await ask(username)
      answers.add(JSON.stringify([status, body]))
    }
    expect([...answers]).toEqual([JSON.stringify([202, { success: true, data: { accepted: true }, errors: [] }])])
    await noWishes()
    expect(await rowsOf(server, "select 1 from recovery_codes c join accounts a on a.id = c.account_id where a.username = 'mute'")).toEqual([])
  })

  test('sends at most three mails to an account in 15 minutes', async () => {
    for (let round = 0; round < 6; round++) expect((await ask('gina')).status).toBe(202)
    await noWishes()
    expect(await rowsOf(server, "select 1 from mails where recipient = 'gina@example.org'")).toHaveLength(3)
  })

  test('is limited per network address', async () => {
    await server.load(loginForm({ code: 'few', accounts: [person('ida')], limits: { account: 1_000, address: 5 } }))
    const outcomes = await Promise.all(Array.from({ length: 12 }, (_, at) => ask(`name-${at}`, undefined, 'few')))
    expect(outcomes.map(statusAndCode).toSorted()).toEqual([...Array<string>(5).fill('202'), ...Array<string>(7).fill('429 forms0045')])
    await server.load({ settings: [{ code: 'failed_logins_address', value: '1000' }] })
  })

  test.each<[why: string, body: unknown, method: string, outcome: string]>([
    ['an unknown code', { code: 'A'.repeat(43), password: NEW }, 'PUT', '401 forms0011'],
    ['SQL', { code: "' or 1=1 --", password: NEW }, 'PUT', '401 forms0011'],
    ['a NUL', { code: 'a\0', password: NEW }, 'PUT', '400 http_malformed'],
    ['a code that is too long', { code: 'a'.repeat(513), password: NEW }, 'PUT', '400 http_malformed'],
    ['a password that is too long', { code: 'a', password: 'Aa1!'.repeat(257) }, 'PUT', '400 http_malformed'],
    ['no user name', {}, 'POST', '400 http_malformed'],
    ['a list as user name', { username: ['anna'] }, 'POST', '400 http_malformed'],
  ])('with %s in its body returns the documented status and error', async (_why, body, method, outcome) => {
    expect(statusAndCode(await post(server, 'fund/login/recovery', body, method))).toBe(outcome)
  })

  test('cannot be completed at one form with the code of another form', async () => {
    const code = await codeFor('ida')
    expect(statusAndCode(await set(code, NEW, 'other'))).toBe('401 forms0011')
    expect((await set(code)).status).toBe(200)
  })

  test('is not completed by a common password or by the form’s name as password, and its code stays valid', async () => {
    const code = await codeFor('ida', 2)
    for (const password of ['Password1!', 'Fund-2026!']) {
      const { status, body } = await set(code, password)
      expect([status, body.errors.map(({ data }) => [data.params[0], data.field])]).toEqual([422, [['password_nota', 'password']]])
    }
    expect((await set(code)).status).toBe(200)
  })
})

test('the daily cleanup job deletes recovery codes and their mails, both sent and failed, after a week', async () => {
  await rowsOf(server, 'delete from mails')
  await codeFor('ida')
  await rowsOf(
    server,
    `insert into mails (customer_code, kind, lang_code, recipient, state) select 'fund', 'recovery', 'it', 'ida@example.org', state from unnest(array['queued', 'failed']) state
     union all select 'fund', 'success', 'it', 'ida@example.org', 'kept'`,
  )
  const mails = () => rowsOf(server, "select kind, state from mails where recipient = 'ida@example.org' order by kind, state")
  const all = [
    { kind: 'recovery', state: 'failed' },
    { kind: 'recovery', state: 'kept' },
    { kind: 'recovery', state: 'queued' },
    { kind: 'success', state: 'kept' },
  ]
  await rowsOf(server, "update mails set created_at = now() - interval '6 days 23 hours' where recipient = 'ida@example.org'")
  await sweepAccounts(server.services)
  expect(await mails()).toEqual(all)
  await rowsOf(server, "update mails set created_at = now() - interval '7 days 1 hour' where recipient = 'ida@example.org'")
  await rowsOf(server, "update recovery_codes set expires_at = now() - interval '7 days 1 hour'")
  await sweepAccounts(server.services)
  expect(await mails()).toEqual(all.slice(2))
  expect(await rowsOf(server, 'select 1 from recovery_codes')).toEqual([])
})

test('checking a recovery link does not use the link up, and an unknown code counts as a failed attempt', async () => {
  const check = (code: string) => server.call('GET', `/forms/fund/login/recovery?${new URLSearchParams({ code })}`)
  const code = await codeFor('lara')
  for (const _time of [1, 2]) expect(statusAndCode(await check(code))).toBe('200')
  const failures = async () => (await rowsOf(server, "select 1 from failed_logins where customer_code = 'fund'")).length
  const before = await failures()
  expect(statusAndCode(await check('A'.repeat(43)))).toBe('401 forms0011')
  expect(await failures()).toBe(before + 1)
  expect((await set(code)).status).toBe(200)
  expect(statusAndCode(await check(code))).toBe('409 forms0042')
})
