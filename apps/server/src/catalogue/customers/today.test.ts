import { expect, test } from 'vitest'
import { type Customer, hourOf, todayOf } from './rules.ts'

const inZone = (zone: string) => ({ settings: new Map([['time_zone', zone]]) }) as unknown as Customer

test('day and hour are those of the time zone at each moment, also when moments of other days and zones lie between', () => {
  for (const [moment, zone, day, hour] of [
    ['2026-10-24T21:59:59.999Z', 'Europe/Rome', '2026-10-24', '23'],
    ['2026-10-24T22:00:00.000Z', 'Europe/Rome', '2026-10-25', '00'],
    ['2026-10-24T21:59:59.999Z', 'Europe/Rome', '2026-10-24', '23'],
    ['2026-10-25T00:59:59.999Z', 'Europe/Rome', '2026-10-25', '02'],
    ['2026-10-25T01:00:00.000Z', 'Europe/Rome', '2026-10-25', '02'],
    ['2026-10-25T02:00:00.000Z', 'Europe/Rome', '2026-10-25', '03'],
    ['2026-10-24T02:29:59.999Z', 'America/St_Johns', '2026-10-23', '23'],
    ['2026-10-24T02:30:00.000Z', 'America/St_Johns', '2026-10-24', '00'],
    ['2026-10-24T02:30:00.000Z', 'Europe/Rome', '2026-10-24', '04'],
  ] as const)
    expect([moment, zone, todayOf(inZone(zone), new Date(moment)), hourOf(inZone(zone), new Date(moment))]).toEqual([moment, zone, day, hour])
})
