import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRequestsCase } from '../../../test/requests-case.ts'
import { rowsOf } from '../../../test/traces.ts'
import type { Operator } from '../../management/operator-session.ts'
import { DeskFeed } from './desk-feed.ts'

let on: Awaited<ReturnType<typeof startRequestsCase>>
beforeAll(async () => {
  on = await startRequestsCase()
})
afterAll(() => on.server.close())

test('looks at the desk once a second for a hundred clients, and never without any', async () => {
  let looks = 0
  const kysely = new Proxy(on.server.database.kysely, {
    get(target, key) {
      if (key === 'transaction') looks++
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const feed = new DeskFeed({ database: { ...on.server.database, kysely }, drain: on.server.services.drain }, { role: 'viewer' })
  const [session] = await rowsOf(on.server, "select id from operator_sessions where username = 'all'")
  const operator: Operator = {
    username: 'all',
    role: 'operator',
    customers: null,
    languages: [],
    session: String(session?.id),
    secondFactorDue: null,
    hasChanged: false,
  }
  await sleep(1_500)
  expect(looks).toBe(0)
  const followers = Array.from({ length: 100 }, () => feed.follow(operator))
  await sleep(5_500)
  expect(looks).toBeGreaterThanOrEqual(4)
  expect(looks).toBeLessThanOrEqual(6)
  expect(followers.every(({ ended }) => !ended.aborted)).toBe(true)
  for (const follower of followers) feed.leave(follower)
  await sleep(1_500)
  const last = looks
  await sleep(2_500)
  expect(looks).toBe(last)
  feed.close()
})
