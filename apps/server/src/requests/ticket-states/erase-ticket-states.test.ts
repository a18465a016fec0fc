import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  for (const code of ['ours', 'theirs']) await server.load(sampleBundle({ code }))
})
afterAll(() => server.close())

const id = (hour: number) => `first_id_at('2024-05-01 ${hour}:00Z')`
const left = () =>
  rowsOf(
    server,
    'select customer_code, count(*)::int as rows from (select customer_code from ticket_states union all select customer_code from ticket_state_changes) t group by 1 order by 1',
  )

test('the states of the tickets of a dropped partition are deleted in batches, and those of other requests stay', async () => {
  for (const [form, hour, count] of [
    ['ours', 1, 5_001],
    ['ours', 3, 1],
    ['theirs', 1, 1],
  ] as const) {
    await rowsOf(
      server,
      `insert into ticket_states (customer_code, request_id, destination, kind) select $1, ${id(hour)}, 'd' || n, 'glpi' from generate_series(1, $2::int) n`,
      [form, count],
    )
    await rowsOf(
      server,
      `insert into ticket_state_changes (customer_code, request_id, destination, state_at, after, done) values ($1, ${id(hour)}, 'd1', now(), 'x', false)`,
      [form],
    )
  }
  await rowsOf(server, `insert into erased_periods values ('ours', ${id(0)}, ${id(2)})`)
  const counts: unknown[] = []
  for (let isLeft: unknown = true; isLeft; ) {
    isLeft = (await rowsOf(server, 'select erase_leftovers(5000) as is_left'))[0]?.is_left
    counts.push((await left()).map(({ rows }) => rows))
  }
  // 5,000 states, the last one, the change, the period, and nothing.
  expect(counts).toEqual([
    [4, 2],
    [3, 2],
    [2, 2],
    [2, 2],
    [2, 2],
  ])
  expect(await rowsOf(server, 'select from erased_periods')).toEqual([])
})

test('a form whose erased requests have left such rows can be deleted', async () => {
  await rowsOf(server, `insert into erased_periods values ('theirs', ${id(0)}, ${id(2)})`)
  await rowsOf(server, "delete from customers where customer_code = 'theirs'")
  expect(await left()).toEqual([{ customer_code: 'ours', rows: 2 }])
  expect(await rowsOf(server, 'select from erased_periods')).toEqual([])
})
