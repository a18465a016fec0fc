import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallCounts } from './call-counts.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/**
 * Counts a call as the plugin @fastify/rate-limit does, which reads the count only after other calls may have been
 * counted.
 */
const count = (counts: CallCounts, key: string) =>
  new Promise<{ current: number; ttl: number }>((resolve) => counts.incr(key, (_error, result) => resolve(result), 60_000))

describe('CallCounts', () => {
  test('returns a different count for each of several parallel calls', async () => {
    const counts = new CallCounts()
    const results = await Promise.all(Array.from({ length: 5 }, () => count(counts, 'a')))
    expect(results.map(({ current }) => current)).toEqual([1, 2, 3, 4, 5])
  })

  test('counts each network separately, and starts a new time window when the previous one has ended', async () => {
    const counts = new CallCounts()
    expect(await count(counts, 'a')).toEqual({ current: 1, ttl: 60_000 })
    vi.advanceTimersByTime(59_999)
    expect(await count(counts, 'b')).toEqual({ current: 1, ttl: 60_000 })
    expect(await count(counts, 'a')).toEqual({ current: 2, ttl: 1 })
    vi.advanceTimersByTime(1)
    expect(await count(counts, 'a')).toEqual({ current: 1, ttl: 60_000 })
    expect(await count(counts, 'b')).toEqual({ current: 2, ttl: 59_999 })
  })

  test('evicts the counter of the oldest network when there are too many networks', async () => {
    const counts = new CallCounts()
    for (let network = 0; network <= 50_000; network++) await count(counts, String(network))
    expect((await count(counts, '50000')).current).toBe(2)
    expect((await count(counts, '0')).current).toBe(1)
  })
})
