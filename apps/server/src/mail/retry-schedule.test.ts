import { describe, expect, test } from 'vitest'
import { pauseAfter } from './retry-schedule.ts'

const pauses = (random: () => number) => Array.from({ length: 20 }, (_, tries) => pauseAfter(tries + 1, random)).filter((pause) => pause !== undefined)

describe('the pauses between tries (wire contract, "The life of a request")', () => {
  test('fourteen tries have thirteen pauses between them, then it is given up', () => expect(pauses(() => 0)).toHaveLength(13))

  test('they stretch over three days', () => {
    const days = pauses(() => 0).reduce((sum, pause) => sum + pause, 0) / 86_400
    expect(days).toBeGreaterThan(2.8)
    expect(days).toBeLessThan(3.2)
  })

  test('the first comes within fifteen seconds, at the latest', () => expect(pauseAfter(1, () => 1)).toBeLessThanOrEqual(15))

  test('each is longer than the one before, and chance adds a tenth at the most', () => {
    const [short, long] = [pauses(() => 0), pauses(() => 1)]
    expect(short).toEqual([...short].sort((a, b) => a - b))
    for (const [at, pause] of short.entries()) expect((long[at] ?? 0) / pause).toBeCloseTo(1.1)
  })
})
