import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beside } from '../../../test/crossed.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers } from '../../../test/send.ts'
import { codeOf, sendAs, sendTogether } from '../../../test/send-together.ts'
import { MANY_MAILS, startTestServer, type TestServer } from '../../../test/test-server.ts'
import { filesIn, rowsOf } from '../../../test/traces.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(MANY_MAILS)
  for (const code of ['limited', 'other']) {
    await server.load(sampleBundle({ code, params: { max_requests: 2, max_period: 24 } }))
    await server.call('GET', `/forms/${code}`)
  }
})
afterAll(() => server.close())

const send = (form: string, person: string, fields?: Record<string, unknown>, key?: string) => sendAs(server, form, person, fields, key)

const LOCK = "select pg_advisory_xact_lock(hashtextextended(concat(E'limit\\n', $1::text, E'\\nemail:', $2::text, '@example.org'), 0))"

/** Holds the locks of persons of the form `limited` while `work` runs, which gets a function that lets go. */
function holding<T>(persons: readonly string[], work: (letGo: () => Promise<unknown>) => Promise<T>): Promise<T> {
  return beside(server, async (client) => {
    for (const person of persons) await client.query(LOCK, ['limited', person])
    return work(() => client.query('commit'))
  })
}

const ofPerson = (person: string) =>
  rowsOf(server, "select customer_code, ticket from requests where person_key = 'email:' || $1 || '@example.org' order by customer_code", [person])

describe('submissions that arrive faster than the database stores them', () => {
  test('share a transaction, and each is stored for its own customer', { timeout: 20_000 }, async () => {
    const persons = Array.from({ length: 16 }, () => randomUUID())
    const { answers, atOnce, transactions } = await sendTogether(
      server,
      persons.map((person, at) => () => send(at % 2 ? 'limited' : 'other', person)),
    )
    expect(answers.map(({ status }) => status)).toEqual(persons.map(() => 201))
    expect([atOnce, transactions]).toEqual([2, 2])
    for (const [at, person] of persons.entries())
      expect(await ofPerson(person)).toEqual([{ customer_code: at % 2 ? 'limited' : 'other', ticket: answers[at]?.body.data?.ticket }])
    const [parts] = await rowsOf(
      server,
      `select count(*) filter (where a.request_id is null or m.request_id is null or c.request_id is null or k.key is null)::int as missing from requests r
       left join answers a using (customer_code) left join mails m on (m.customer_code, m.request_id) = (r.customer_code, r.id)
       left join verification_codes c on (c.customer_code, c.request_id) = (r.customer_code, r.id)
       left join idempotency_keys k on k.customer_code = r.customer_code and k.answer ->> 'ticket' = r.ticket where a.request_id = r.id`,
    )
    expect(parts).toEqual({ missing: 0 })
  })

  test('do not take each other back: one too many, an identical one, and one with a used key', { timeout: 20_000 }, async () => {
    const [good, greedy, same, keyed] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    const [fields, key] = [freshAnswers(), randomUUID()]
    const { answers } = await sendTogether(server, [
      () => send('limited', good),
      ...Array.from({ length: 3 }, () => () => send('limited', greedy)),
      () => send('other', same, fields),
      () => send('other', same, fields),
      () => send('limited', keyed, fields, key),
      () => send('limited', keyed, fields, key),
    ])
    const codes = answers.map(codeOf)
    expect(codes[0]).toBe(201)
    expect(codes.slice(1, 4)).toEqual([201, 201, 'forms0024'])
    expect(codes.slice(4, 6)).toEqual([201, 'forms0023'])
    expect(codes.slice(6)).toEqual([201, 201])
    expect(answers[6]?.body.data?.ticket).toBe(answers[7]?.body.data?.ticket)
    expect(await Promise.all([good, greedy, same, keyed].map(async (person) => (await ofPerson(person)).length))).toEqual([1, 2, 1, 1])
  })

  test('do not wait for one that must wait for another transaction', { timeout: 20_000 }, async () => {
    const [held, ...others] = Array.from({ length: 6 }, () => randomUUID())
    await holding([String(held)], async (letGo) => {
      let isAnswered = false
      const waiting = { answer: undefined as ReturnType<typeof send> | undefined }
      const started = performance.now()
      const { answers } = await sendTogether(server, [
        async () => {
          waiting.answer = send('limited', String(held)).finally(() => {
            isAnswered = true
          })
          return { status: 201 }
        },
        ...others.map((person) => () => send('limited', person)),
      ])
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
      expect(performance.now() - started).toBeLessThan(3_000)
      expect(isAnswered).toBe(false)
      await letGo()
      expect((await waiting.answer)?.status).toBe(201)
      expect(await ofPerson(String(held))).toHaveLength(1)
    })
  })
})

test('submissions that must wait for another transaction neither stop the others nor wait without end, and files of refused ones are removed', {
  timeout: 30_000,
}, async () => {
  const held = Array.from({ length: 12 }, () => randomUUID())
  await holding(held, async () => {
    const before = (await filesIn(server, 'kept')).length
    const started = performance.now()
    const waiting = held.map((person) => send('limited', person))
    await sleep(500)
    const other = performance.now()
    expect((await send('other', randomUUID())).status).toBe(201)
    expect((await send('limited', randomUUID())).status).toBe(201)
    expect(performance.now() - other).toBeLessThan(2_000)
    for (const { status, body } of await Promise.all(waiting)) expect([status, body.errors[0]?.data.code]).toEqual([503, 'forms0002'])
    expect(performance.now() - started).toBeLessThan(6_000)
    // Of the four that PostgreSQL has cancelled, the process does not know what became of them.
    expect((await filesIn(server, 'kept')).length).toBeLessThanOrEqual(before + 2 + 4)
  })
})
