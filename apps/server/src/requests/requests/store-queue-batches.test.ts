import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beside } from '../../../test/crossed.ts'
import { eventually } from '../../../test/mail-sink.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { freshAnswers } from '../../../test/send.ts'
import { codeOf, sendAs, sendTogether } from '../../../test/send-together.ts'
import { MANY_MAILS, startTestServer, type TestServer } from '../../../test/test-server.ts'
import { filesIn, rowsOf } from '../../../test/traces.ts'
import { STORE_ARGUMENTS } from './insert-request.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(MANY_MAILS)
  await server.load(sampleBundle({ code: 'limited', params: { max_requests: 2, max_period: 24 } }))
  await server.call('GET', '/forms/limited')
})
afterAll(() => server.close())

const send = (person: string, fields?: Record<string, unknown>, key?: string) => sendAs(server, 'limited', person, fields, key)
const sendsOf = (persons: readonly string[]) => persons.map((person) => () => send(person))

/** Returns persons in the reverse order of their keys. */
const reversed = (count: number) =>
  Array.from({ length: count }, () => randomUUID())
    .toSorted()
    .toReversed()
const keyOf = (person: string) => `email:${person}@example.org`
const isStored = async (person: string) => (await rowsOf(server, 'select from requests where person_key = $1', [keyOf(person)])).length

describe('submissions that share a transaction', () => {
  test('are taken in the order of arrival, and stored in the order of their persons', { timeout: 30_000 }, async () => {
    const persons = reversed(16)
    const end = Promise.withResolvers<void>()
    // The second transaction waits for the fourth, so that all the others follow one another.
    await sendTogether(server, sendsOf(persons), {
      before(transaction) {
        if (transaction === 4) end.resolve()
        return transaction === 2 ? end.promise : undefined
      },
    })
    // Within a transaction each submission has a number of its own in `xmin`.
    const rows = await rowsOf(server, 'select person_key from requests where person_key = any($1) order by created_at, xmin::text::bigint', [
      persons.map(keyOf),
    ])
    expect(rows.map((row) => row.person_key)).toEqual([persons.slice(0, 8), persons.slice(8)].flatMap((some) => some.toSorted().map(keyOf)))
  })

  test('each get their own result, though they are stored in another order', { timeout: 30_000 }, async () => {
    const persons = reversed(8)
    const isTooMany = (at: number) => at < 2 || at === 4
    for (const person of persons.filter((_, at) => isTooMany(at))) for (let i = 0; i < 2; i++) expect((await send(person)).status).toBe(201)
    const { answers, transactions } = await sendTogether(server, sendsOf(persons))
    expect(transactions).toBe(1)
    expect(answers.map(codeOf)).toEqual(persons.map((_, at) => (isTooMany(at) ? 'forms0024' : 201)))
  })

  test('are stored although one of them fails', { timeout: 30_000 }, async () => {
    const persons = reversed(8)
    const failing = String(persons[3])
    await rowsOf(server, `alter table requests add constraint planted check (person_key <> '${keyOf(failing)}') not valid`)
    try {
      const { answers, transactions } = await sendTogether(server, sendsOf(persons))
      expect(answers.map(({ status }) => status)).toEqual(persons.map((person) => (person === failing ? 500 : 201)))
      expect(transactions).toBe(2)
    } finally {
      await rowsOf(server, 'alter table requests drop constraint planted')
    }
  })

  test('are stored one by one, four at a time, if the whole transaction fails', { timeout: 30_000 }, async () => {
    const persons = reversed(8)
    const failing = String(persons[3])
    const place = Number(/_form_fields => \$(\d+)/.exec(STORE_ARGUMENTS)?.[1]) - 1
    let started = 0
    let alone: number | undefined
    const { answers, transactions } = await sendTogether(server, sendsOf(persons), {
      // PostgreSQL rejects the statement before it calls a function.
      change: (values, personKey) => (personKey === keyOf(failing) ? values.with(place, 'no JSON') : values),
      async before(transaction) {
        started = transaction
        if (transaction !== 4) return
        await setImmediate()
        alone = started - 3
      },
    })
    expect(answers.map(({ status }) => status)).toEqual(persons.map((person) => (person === failing ? 500 : 201)))
    expect([transactions, alone]).toEqual([1 + 8, 4])
    expect(await Promise.all(persons.map(isStored))).toEqual(persons.map((person) => (person === failing ? 0 : 1)))
  })

  test('are not stored again if their connection is lost, because they may be stored', { timeout: 30_000 }, async () => {
    const sent = reversed(8).map((person) => ({ person, fields: freshAnswers(), key: randomUUID() }))
    const sends = sent.map(
      ({ person, fields, key }) =>
        () =>
          send(person, fields, key),
    )
    await rowsOf(
      server,
      `create function planted() returns trigger language plpgsql security definer as $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
       create trigger planted before insert on requests for each row when (new.person_key = '${keyOf(String(sent[3]?.person))}') execute function planted()`,
    )
    const released: unknown[] = []
    const onRelease = (closed: unknown) => released.push(closed)
    const { pool } = server.database
    pool.on('release', onRelease)
    try {
      const { answers, transactions } = await sendTogether(server, sends)
      expect(answers.map(({ status, body }) => [status, body.errors[0]?.data.code])).toEqual(sent.map(() => [503, 'forms0002']))
      expect(transactions).toBe(1)
      // The connection is closed. Otherwise the next submission might get it.
      expect(released.filter(Boolean)).toEqual([true])
    } finally {
      pool.off('release', onRelease)
      await rowsOf(server, 'drop function planted cascade')
    }
    for (const again of sends) expect((await again()).status).toBe(201)
    expect(await Promise.all(sent.map(({ person }) => isStored(person)))).toEqual(sent.map(() => 1))
  })
})

test('a submission that has waited 1.5 s for the transactions before it is refused, and certainly not stored', { timeout: 30_000 }, async () => {
  const persons = reversed(3)
  const before = (await filesIn(server, 'kept')).length
  const { answers, transactions } = await sendTogether(server, sendsOf(persons), { firstMs: 1_600 })
  expect(answers.map(({ status, body }) => [status, body.errors[0]?.data.code])).toEqual(persons.map(() => [503, 'forms0002']))
  expect(transactions).toBe(0)
  expect(await Promise.all(persons.map(isStored))).toEqual([0, 0, 0])
  expect(await filesIn(server, 'kept')).toHaveLength(before + 2)
})

test('a single submission that must wait for another transaction gets its result when that ends', { timeout: 30_000 }, async () => {
  const [first, second, fields] = [randomUUID(), randomUUID(), freshAnswers()]
  expect((await send(second, fields)).status).toBe(201)
  const lock = "select pg_advisory_xact_lock(hashtextextended(concat(E'limit\\n', 'limited', E'\\n', $1::text), 0))"
  const waiting = await beside(server, async (client) => {
    for (const person of [first, second]) await client.query(lock, [keyOf(person)])
    const sent = [send(first), send(second, fields)]
    const waits = () =>
      rowsOf(
        server,
        `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'
         and clock_timestamp() - query_start > interval '200 milliseconds'`,
      )
    expect(await eventually(waits, (rows) => rows.length === 2)).toHaveLength(2)
    return { sent }
  })
  expect((await Promise.all(waiting.sent)).map(codeOf)).toEqual([201, 'forms0023'])
})
