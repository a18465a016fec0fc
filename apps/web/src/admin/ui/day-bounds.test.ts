import { expect, test } from 'vitest'
import { dayBounds } from './day-bounds.ts'

test('dayBounds returns the start of the first day and the end of the last day in the local time zone', () => {
  const { from, to } = dayBounds({ from: '2026-03-29', to: '2026-03-29' })
  expect([from, to]).toEqual([new Date(2026, 2, 29).toISOString(), new Date(2026, 2, 30).toISOString()])
})

test.each([[{}], [{ from: '', to: '' }], [{ from: 'ieri', to: '2026-13-45' }], [{ from: "2026-01-01' or 1=1", to: '٢٠٢٦-٠١-٠١' }]])(
  'dayBounds ignores values that are not valid dates: %j',
  (values) => {
    expect(dayBounds(values as Record<string, string>)).toEqual({ from: undefined, to: undefined })
  },
)
