import { describe, expect, test } from 'vitest'
import { pauseAfter } from './retry-schedule.ts'

const pauses = (random: () => number) => Array.from({ length: 20 }, (_, tries) => pauseAfter(tries + 1, random)).filter((pause) => pause !== undefined)

describe('the retry schedule of mails and deliveries (wire contract, "The life of a request")', () => {
  test('allows 14 attempts with 13 delays between them', () => expect(pauses(() => 0)).toHaveLength(13))

  test('covers three days in total', () => {
    const days = pauses(() => 0).reduce((sum, pause) => sum + pause, 0) / 86_400
    expect(days).toBeGreaterThan(2.8)
    expect(days).toBeLessThan(3.2)
  })

  test('makes the second attempt within 15 seconds', () => expect(pauseAfter(1, () => 1)).toBeLessThanOrEqual(15))

  test('has increasing delays, with a random jitter of at most 10 %', () => {
    const [short, long] = [pauses(() => 0), pauses(() => 1)]
    expect(short).toEqual([...short].sort((a, b) => a - b))
    for (const [at, pause] of short.entries()) expect((long[at] ?? 0) / pause).toBeCloseTo(1.1)
  })
})
