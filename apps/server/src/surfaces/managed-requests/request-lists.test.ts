import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRequestsCase } from '../../../test/requests-case.ts'
import { rowsOf } from '../../../test/traces.ts'

let on: Awaited<ReturnType<typeof startRequestsCase>>
beforeAll(async () => {
  on = await startRequestsCase()
})
afterAll(() => on.server.close())

const sendersOf = async (query: string, as?: string) => (await on.list(query, as))?.items.map(({ email }) => email?.split('@')[0]).toSorted()

test('the list of requests that need attention contains failed requests and requests with a failed mail or delivery', async () => {
  expect(await sendersOf('list=attention')).toEqual([])
  await rowsOf(on.server, "update requests set state = 'failed' where ticket = $1", [on.tickets.carla])
  const delivery = `insert into deliveries (customer_code, request_id, destination, kind, body, state, next_attempt_at)
    select customer_code, id, $2, 'webhook', 'x', $3, $4 from requests where ticket = $1`
  await rowsOf(on.server, delivery, [on.tickets.anna, 'done', 'delivered', null])
  await rowsOf(on.server, delivery, [on.tickets.anna, 'first', 'queued', null])
  expect(await sendersOf('list=attention')).toEqual(['carla'])
  await rowsOf(on.server, delivery, [on.tickets.anna, 'again', 'queued', new Date(Date.now() + 3_600_000)])
  expect(await sendersOf('list=attention')).toEqual(['Anna.Neri', 'carla'])
  expect(await sendersOf('list=attention&form=ours')).toEqual(['Anna.Neri'])
  expect(await sendersOf('list=attention', 'theirs')).toEqual(['carla'])
})

test('the list of new requests contains the requests of the last seven days that no operator has opened', async () => {
  expect(await sendersOf('list=new')).toEqual(['Anna.Neri', 'bruno', 'carla'])
  await on.call('GET', `/requests/${on.tickets.anna}`, 'reader')
  await rowsOf(on.server, "update requests set created_at = now() - interval '8 days' where ticket = $1", [on.tickets.bruno])
  expect(await sendersOf('list=new')).toEqual(['carla'])
})

test('the list of answers contains the requests with messages that the desk has not read', async () => {
  const message = `insert into request_messages (customer_code, request_id, id, sender, kind, body, read_at)
    select customer_code, id, gen_random_uuid(), $2, 'question', 'x', $3 from requests where ticket = $1`
  await rowsOf(on.server, message, [on.tickets.anna, 'desk', null])
  await rowsOf(on.server, message, [on.tickets.bruno, 'requester', new Date()])
  expect(await sendersOf('list=answers')).toEqual([])
  await rowsOf(on.server, message, [on.tickets.bruno, 'requester', null])
  await rowsOf(on.server, message, [on.tickets.carla, 'requester', null])
  expect(await sendersOf('list=answers')).toEqual(['bruno', 'carla'])
  expect(await sendersOf('list=answers', 'theirs')).toEqual(['carla'])
})

test('an unknown list of requests is rejected', async () => {
  const { status, body } = await on.call('GET', '/requests?list=other')
  expect([status, body.errors[0]?.data.code]).toEqual([400, 'forms_mgmt0001'])
})
