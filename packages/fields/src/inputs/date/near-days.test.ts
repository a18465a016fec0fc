import { expect, test } from 'vitest'
import { nearDays } from './near-days-of.ts'
import { formatIn } from './typed-date.ts'

const TODAY = '2026-11-25'
const relative = (relative_min_value: number, relative_max_value: number) =>
  ({ relative_min_value, relative_max_value, relative_min_period: 'days', relative_max_period: 'days' }) as unknown as Parameters<typeof nearDays>[0]

test.each([
  ['in the last 60 days', relative(-60, 0), ['2026-11-25', '2026-11-24']],
  ['only today', relative(0, 0), ['2026-11-25']],
  ['from tomorrow on', relative(1, 30), []],
  ['until the day before yesterday', relative(-60, -2), []],
  ['a birthday within 18 years', relative(-6570, 0), []],
  ['no limits', {}, []],
])('today and yesterday are offered by a date field only if it accepts them and asks for a recent day: %s', (_what, settings, days) => {
  expect(nearDays(settings, TODAY).map(({ day }) => day)).toEqual(days)
})

test.each([
  ['gma', 'DD/MM/YYYY', 'gg/mm/aaaa'],
  ['TMJ', 'DD.MM.YYYY', 'TT.MM.JJJJ'],
  ['dmy', 'YYYY-MM-DD', 'yyyy-mm-dd'],
])('with the letters %s the format %s is shown as %s', (letters, format, shown) => expect(formatIn(letters, format)).toBe(shown))
