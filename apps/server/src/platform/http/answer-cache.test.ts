import { expect, test } from 'vitest'
import { AnswerCache } from './answer-cache.ts'

test('an answer is made once for its owner and key', () => {
  const cache = new AnswerCache()
  const [one, other] = [{}, {}]
  let made = 0
  const make = () => ({ made: ++made })
  const first = cache.get(one, 'a', make)
  expect(cache.get(one, 'a', make)).toBe(first)
  expect(cache.get(one, 'b', make)).not.toBe(first)
  expect(cache.get(other, 'a', make)).not.toBe(first)
  expect(made).toBe(3)
  expect(JSON.parse(first.body)).toEqual({ success: true, data: { made: 1 }, errors: [] })
})

test('answers of previews are not kept', () => {
  const cache = new AnswerCache<{ preview?: object }>()
  const preview = { preview: {} }
  expect(cache.get(preview, 'a', () => 1)).not.toBe(cache.get(preview, 'a', () => 1))
  expect(cache.bytes).toBe(0)
})

test('the answers that were used last stay within the limit in bytes', () => {
  const cache = new AnswerCache({ maxBytes: 100_000 })
  const owner = {}
  const text = 'x'.repeat(10_000)
  const first = cache.get(owner, '0', () => text)
  for (let at = 1; at < 50; at++) {
    cache.get(owner, String(at), () => text)
    expect(cache.get(owner, '0', () => 'again')).toBe(first)
    expect(cache.bytes).toBeLessThanOrEqual(100_000)
  }
  expect(cache.get(owner, '1', () => 'again').body).toContain('again')
})

test('an answer that is larger than the limit is returned and not kept', () => {
  const cache = new AnswerCache({ maxBytes: 1_000 })
  expect(cache.get({}, 'a', () => 'x'.repeat(1_000)).body).toContain('xxx')
  expect(cache.bytes).toBe(0)
})
