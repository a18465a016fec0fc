import { expect, test } from 'vitest'
import { differingRange, linesOf } from './differing-lines.ts'

test.each<[lines: string, other: string, shown: string, why: string]>([
  ['a b c', 'a x c', 'b', 'a changed line'],
  ['a b c', 'a c', 'b', 'a line that the other text lacks'],
  ['a c', 'a b c', '', 'a line that only the other text has'],
  ['a a', 'a', 'a', 'a repeated line'],
  ['a b', 'c d', 'a b', 'different texts'],
  ['a b', 'a b', '', 'equal texts'],
  ['', 'a', '', 'an empty text'],
])('differingRange selects in «%s», compared with «%s», the lines «%s»: %s', (lines, other, shown) => {
  const own = lines === '' ? [] : lines.split(' ')
  expect(own.slice(...differingRange(own, other.split(' '))).join(' ')).toBe(shown)
})

test('linesOf puts each value of a JSON delivery on its own line', () => {
  const outcome = { path: [], refused: [], answers: {}, further: null, opens_ticket: true, summary: null }
  const deliveries = [{ destination: 'desk', kind: 'webhook', body: '{"a":1,"b":[2]}' }]
  expect(linesOf({ ...outcome, deliveries }, 'deliveries')).toEqual(['desk', '{', '  "a": 1,', '  "b": [', '    2', '  ]', '}'])
  expect(linesOf({ ...outcome, deliveries: [{ destination: 'desk', kind: 'zammad', body: 'plain' }] }, 'deliveries')).toEqual(['desk', 'plain'])
  expect(linesOf(outcome, 'mails')).toEqual([])
})
