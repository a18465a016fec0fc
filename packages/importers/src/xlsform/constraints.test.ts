import { expect, test } from 'vitest'
import { limitsOf } from './constraints.ts'

test.each<[constraint: string, isWhole: boolean, limits: object | undefined]>([
  ['. >= 18 and . <= 99', true, { min: '18', max: '99' }],
  ['. > 0 and . < 10', true, { min: '1', max: '9' }],
  ['. > 0', false, undefined],
  ['(. >= 0.5) and (.<=1.5)', false, { min: '0.5', max: '1.5' }],
  ["regex(., '[A-Z] and [0-9]')", false, { patterns: ['[A-Z] and [0-9]'] }],
  ["regex(., '^a$') and string-length(.) <= 5", false, { patterns: ['^a$'], maxLength: 5 }],
  ['string-length(.) > 2', false, { minLength: 3 }],
  ['string-length(.) = 16', false, { minLength: 16, maxLength: 16 }],
  ['. <= today()', true, { until: 'today' }],
  ['. >= today()', true, { from: 'today' }],
  ['. < today()', true, undefined],
  [". >= date('2026-01-31')", true, { min: '2026-01-31' }],
  ['. != 3', true, undefined],
  ['. >= 1 or . = 99', true, undefined],
  ['x'.repeat(3_000), true, undefined],
])('limitsOf parses the constraint %j (the answer is a whole number: %j)', (constraint, isWhole, limits) => {
  expect(limitsOf(constraint, isWhole)).toEqual(limits && { patterns: [], ...limits })
})
