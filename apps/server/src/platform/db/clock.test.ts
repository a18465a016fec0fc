import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { cloneDatabase } from '../../../test/test-server.ts'
import { followClock, now } from './clock.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(async () => {
  // Other test files of the same worker use the same clock.
  const clock = await followClock(database.database.owner)
  clock.stop()
  await database.drop()
})
afterEach(() => vi.useRealTimers())

test.each([49, -49])('now() follows the database’s clock if the server’s own clock is %i hours wrong', async (hours) => {
  const right = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: right + hours * 3_600_000 })
  const clock = await followClock(database.database.owner)
  clock.stop()
  expect(Math.abs(now() - right)).toBeLessThan(10_000)
})
