import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beside, crossed, deadlocks, deadlocksAfter } from '../../../test/crossed.ts'
import { loginForm, post, statusAndCode } from '../../../test/login-bundle.ts'
import { eventually } from '../../../test/mail-sink.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { accountKey, addressKey } from '../../entrance/accounts/names.ts'
import { openOperatorSession } from '../../management/operator-session.ts'
import { retryOnConflict } from './retry-on-conflict.ts'

const json = { 'content-type': 'application/json' }

let server: TestServer
/** Session credentials of two operators: `all` manages the whole deployment, `one` manages a single form. */
let operators: Record<'all' | 'one', string>
beforeAll(async () => {
  server = await startTestServer()
  await server.load(loginForm({ code: 'fund', limits: { account: 100, address: 100 } }))
  const all = await openOperatorSession(server.database, 'operator')
  await manage('POST', '/operators', all, { username: 'anna', role: 'operator', password: 'Corretto-cavallo-9', customers: ['fund'] })
  operators = { all, one: await openOperatorSession(server.database, 'anna') }
})
afterAll(() => server.close())

const manage = <T = object>(method: string, path: string, credential: string, body?: object, at = server) =>
  at.call<T>(method, `/managements${path}`, {
    ...(body && { body: JSON.stringify(body) }),
    headers: { ...(body && json), Authorization: `Bearer ${credential}` },
  })
const edits = async () => Number((await rowsOf(server, "select count(*) as n from audit_lines where action = 'form.edit'"))[0]?.n)
const form = { code_form: 'fund', code_tag: 'fund-root', client_url: 'https://client.example/', active: true }
const looks = { params: {}, logoParams: [], templateParams: { name: 'default2022', params: {} }, liveChatParams: {} }
const edit = (description: string, credential: string, at = server) => manage('PUT', '/settings/forms/fund', credential, { ...form, ...looks, description }, at)

/**
 * SQL statement that locks the audit log. An edit of a form first locks the form's row and then writes to the audit
 * log, so a transaction that takes these two locks in the reverse order causes a deadlock.
 */
const THE_LOG = 'lock table audit_lines in share row exclusive mode'
const THE_ROW = "select from customers where customer_code = 'fund' for update"

describe('two transactions in a deadlock', () => {
  test.each(['all', 'one'] as const)('an operator’s edit that deadlocks is retried and saved only once (operator who manages %s form)', async (who) => {
    const [lines, before] = [await edits(), await deadlocks(server)]
    const { status } = await crossed(server, [THE_LOG, []], () => edit(`by ${who}`, operators[who]), [THE_ROW, []])
    expect(status).toBe(200)
    expect(await edits()).toBe(lines + 1)
    expect(await rowsOf(server, "select description from customers where customer_code = 'fund'")).toEqual([{ description: `by ${who}` }])
    expect(await deadlocksAfter(server, before)).toBeGreaterThan(before)
  })

  test('a login that deadlocks is retried and counted as only one failed attempt', async () => {
    const { config } = server.services
    const [account, address] = [accountKey(config, 'fund', 'nobody'), addressKey(config, 'fund', '127.0.0.1')].map((key) => key.readInt32BE(0))
    const hold = 'select pg_advisory_xact_lock($1, $2)'
    const answer = await crossed(server, [hold, [0x5350_0002, address]], () => post(server, 'fund/login', { username: 'nobody', password: 'wrong' }), [
      hold,
      [0x5350_0001, account],
    ])
    expect(statusAndCode(answer)).toBe('401 forms0011')
    expect(await rowsOf(server, 'select 1 from failed_logins')).toHaveLength(1)
  })
})

describe('16 parallel edits in a deadlock', () => {
  let quick: TestServer
  beforeAll(async () => {
    // Shortens PostgreSQL's deadlock timeout for new connections, so that PostgreSQL detects deadlocks quickly.
    await server.database.owner.query("do $$ begin execute format('alter database %I set deadlock_timeout = 150', current_database()); end $$")
    quick = await startTestServer({ beside: server })
  })
  afterAll(() => quick.close())

  // PgBouncer keeps connections with the longer timeout, so that PostgreSQL aborts the test's own transaction.
  test.skipIf(process.env.POOLER)('are each saved only once, in every round with a deadlock', { timeout: 60_000 }, async () => {
    let deadlocked = 0
    for (let round = 0; deadlocked < 3 && round < 12; round++) {
      const lines = await edits()
      const editAll = () => Promise.all(Array.from({ length: 16 }, (_, at) => edit(`${round}-${at}`, at % 2 ? operators.all : operators.one, quick)))
      const answers = await beside(server, async (client) => {
        // The test's own transaction waits longer before it detects a deadlock, so PostgreSQL usually aborts the form's
        // edit instead. The test ignores a round in which PostgreSQL aborts the test's transaction.
        await client.query("set local deadlock_timeout = '1s'")
        await client.query(THE_LOG)
        const waiting = editAll()
        await eventually(
          () => rowsOf(server, "select 1 from pg_locks where relation = 'audit_lines'::regclass and not granted"),
          (rows) => rows.length > 0,
        )
        await client.query(THE_ROW).then(
          () => deadlocked++,
          () => {},
        )
        return [waiting]
      })
      expect((await answers[0])?.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200))
      expect(await edits()).toBe(lines + 16)
    }
    expect(deadlocked).toBe(3)
  })
})

describe('retryOnConflict', () => {
  const failing = (code: string) => Object.assign(new Error('conflict'), { code })

  test.each(['40001', '40P01'])('attempts a transaction that fails with SQLSTATE %s three times in total', async (code) => {
    let attempts = 0
    const work = () => {
      attempts++
      return Promise.reject(failing(code))
    }
    await expect(retryOnConflict(work)).rejects.toThrow('conflict')
    expect(attempts).toBe(3)
  })

  test('does not retry a transaction after any other error', async () => {
    let attempts = 0
    const work = () => {
      attempts++
      return Promise.reject(failing('23505'))
    }
    await expect(retryOnConflict(work)).rejects.toThrow('conflict')
    expect(attempts).toBe(1)
  })
})
