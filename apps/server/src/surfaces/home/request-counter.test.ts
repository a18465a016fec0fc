import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { acrossCustomers } from '../../platform/db/with-customer.ts'
import { countThisWeek, requestCounter } from './request-counter.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle({ code: 'one' }))
  await server.load(sampleBundle({ code: 'other' }))
})
afterAll(() => server.close())

const ZONE = 'Pacific/Auckland'
const day = (ago: number) => `((date_trunc('day', now() at time zone '${ZONE}') - interval '${ago} days') at time zone '${ZONE}')`

let sent = 0
const request = (form: string, createdAt = 'now()') =>
  rowsOf(
    server,
    `insert into requests (customer_code, ticket, state, code_tag, definition_code_tag, definition_version, auth_type, lang_code, opens_ticket, person_key, content_hash, created_at)
     select $1, $2, 'processed', code_tag, code_tag, 1, 'SSO', 'it', true, 'person', '', ${createdAt} from customers where customer_code = $1`,
    [form, `T-${++sent}`],
  )

const countsOf = async (count: ReturnType<typeof requestCounter>) =>
  (await count(ZONE)).counts.map(({ form, today, yesterday, week }) => [form, today, yesterday, week].join(' ')).sort()

test('counts the requests of today, of yesterday and of seven days in a time zone, and each request once', async () => {
  await request('one', day(0))
  await request('one', `${day(0)} - interval '1 second'`)
  await request('one', day(6))
  await request('one', `${day(6)} - interval '1 second'`)
  await request('other', day(1))
  const count = requestCounter(server.database.kysely, { settled: 0.5, readAgain: 0 })
  expect(await countsOf(count)).toEqual(['one 1 1 3', 'other 0 1 1'])
  await request('one')
  expect(await countsOf(count)).toEqual(['one 2 1 4', 'other 0 1 1'])
  await sleep(600)
  // By now the last request is counted for good.
  expect(await countsOf(count)).toEqual(['one 2 1 4', 'other 0 1 1'])
  await Promise.all([count(ZONE), count(ZONE), request('other')])
  await sleep(600)
  expect(await countsOf(count)).toEqual(['one 2 1 4', 'other 1 1 2'])
})

test('the requests of an operator’s forms are counted each time', async () => {
  const ofOne = () => acrossCustomers(server.database.kysely, (db) => countThisWeek(db, ZONE, { customers: ['one'] }))
  expect(await ofOne()).toEqual({ counts: [{ form: 'one', today: 2, yesterday: 1, week: 4 }], more: false })
  await request('one', `${day(3)} + interval '1 hour'`)
  expect(await ofOne()).toEqual({ counts: [{ form: 'one', today: 2, yesterday: 1, week: 5 }], more: false })
})

test('does not read again what it has counted, except in another time zone', async () => {
  const count = requestCounter(server.database.kysely)
  const before = await countsOf(count)
  await rowsOf(server, `delete from requests where created_at < ${day(1)}`)
  expect(await countsOf(count)).toEqual(before)
  await count('UTC')
  expect(await countsOf(count)).not.toEqual(before)
})
