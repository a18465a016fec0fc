import { expect, test } from 'vitest'
import { momentOf } from './publication-time.ts'

const NOW = Date.parse('2026-06-01T08:00:00Z')

test.each([
  ['2026-06-01T12:30', 'Europe/Rome', '2026-06-01T10:30:00.000Z'],
  ['2026-12-01T12:30', 'Europe/Rome', '2026-12-01T11:30:00.000Z'],
  ['2026-06-01T12:30', 'UTC', '2026-06-01T12:30:00.000Z'],
  ['2026-06-01T09:59', 'Europe/Rome', undefined],
  ['2027-07-01T09:59', 'Europe/Rome', undefined],
  ['', 'Europe/Rome', undefined],
  ['2026-02-31T10:00', 'Europe/Rome', undefined],
])('momentOf converts %j in the time zone %s to %s', (value, timeZone, moment) => {
  expect(momentOf(value, timeZone, NOW)).toBe(moment)
})
