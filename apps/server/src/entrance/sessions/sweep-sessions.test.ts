import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { sweepSessions } from './jobs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle())
})
afterAll(() => server.close())

test('the hourly cleanup job deletes sessions a week after their end, and used messages after theirs', async () => {
  for (const [name, age] of [
    ['long over', '8 days'],
    ['just over', '6 days'],
    ['open', '-1 hour'],
  ]) {
    await rowsOf(
      server,
      "insert into sessions (customer_code, code_hash, auth_type, person, expires_at) values ('sample', convert_to($1, 'UTF8'), 'SSO', $1, now() - $2::interval)",
      [name, age],
    )
    await rowsOf(server, "insert into used_messages (customer_code, jti_hash, expires_at) values ('sample', convert_to($1, 'UTF8'), now() - $2::interval)", [
      name,
      age,
    ])
  }
  await sweepSessions(server.services)
  expect(await rowsOf(server, 'select person from sessions order by 1')).toEqual([{ person: 'just over' }, { person: 'open' }])
  expect(await rowsOf(server, "select convert_from(jti_hash, 'UTF8') as name from used_messages")).toEqual([{ name: 'open' }])
})
