import { DESK_AGES, type DeskFigures } from '@sportello/contract'
import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { timeZoneOf } from '../../catalogue/customers/rules.ts'
import { managed } from '../../management/calls.ts'
import { readByIndex } from '../../management/paging.ts'
import { readWithinReach } from '../../management/reach.ts'
import { countArrived, countClosed, countOpen, secondsOfDeskClass } from '../../requests/desk/queries.ts'
import type { RequestServices } from '../../requests/requests/services.ts'

/** Maximum number of names in each list of open requests. */
const NAMED = 50
const DAY_MS = 86_400_000

/** Registers the endpoint that returns the figures of the desk. */
export function managedDeskFigures(app: FastifyInstance, services: RequestServices): void {
  managed(app, endpoints.getDeskFigures, async ({ query: { from, to, forms }, operator }) => {
    const timeZone = timeZoneOf({ settings: await services.catalog.settings() })
    const today = new Intl.DateTimeFormat('sv', { timeZone }).format(Date.now())
    const reached = reachedForms(operator.customers, forms)
    const period = { from, to, timeZone }
    return readWithinReach(services.database, operator, async (db) => {
      await readByIndex(db)
      const open = await countOpen(db, reached, today)
      const arrived = await countArrived(db, reached, period)
      const closed = await countClosed(db, reached, period)
      return { open: openOf(open), days: daysOf(from, to, arrived, closed), first: durationOf(arrived), closing: durationOf(closed) }
    })
  })
}

/** Returns the forms whose figures an operator may see and wants; null for all. */
function reachedForms(customers: readonly string[] | null, wanted: readonly string[] | undefined): readonly string[] | null {
  if (!wanted || wanted.length === 0) return customers
  return customers === null ? wanted : wanted.filter((code) => customers.includes(code))
}

function openOf(rows: Awaited<ReturnType<typeof countOpen>>): DeskFigures['open'] {
  const by = (kind: (typeof rows)[number]['by']) => rows.filter((row) => row.by === kind)
  const hours = by('hours').map(({ name, count }) => ({ hours: Math.max(0, Number(name)), count }))
  const ages = DESK_AGES.map((_, at) => hours.filter(({ hours: age }) => classOfAge(age) === at).reduce((sum, { count }) => sum + count, 0))
  const states = by('state')
  return {
    total: states.reduce((sum, { count }) => sum + count, 0),
    overdue: states.reduce((sum, { overdue }) => sum + overdue, 0),
    median_hours: quantile(
      hours.map(({ hours: value, count }) => ({ value, count })),
      0.5,
    ),
    ages,
    forms: named(by('form')),
    assignees: named(by('assignee')),
    states: named(states),
  }
}

const classOfAge = (hours: number) => DESK_AGES.findLastIndex((days) => hours >= days * 24)

/** Returns the most frequent names; the others are added up at the end. */
function named(rows: readonly { name: string | null; count: number }[]): DeskFigures['open']['forms'] {
  const ordered = rows.toSorted((one, other) => other.count - one.count)
  const further = ordered.slice(NAMED).reduce((sum, { count }) => sum + count, 0)
  return [...ordered.slice(0, NAMED).map(({ name, count }) => ({ name: name ?? '', count })), ...(further > 0 ? [{ name: null, count: further }] : [])]
}

type PeriodRows = Awaited<ReturnType<typeof countArrived>>

function daysOf(from: string, to: string, arrived: PeriodRows, closed: PeriodRows): DeskFigures['days'] {
  const counts = (rows: PeriodRows) => new Map(rows.map(({ day, count }) => [day, count]))
  const [arrivedOn, closedOn] = [counts(arrived), counts(closed)]
  return Array.from({ length: (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 }, (_, at) => {
    const day = new Date(Date.parse(from) + at * DAY_MS).toISOString().slice(0, 10)
    return { day, arrived: arrivedOn.get(day) ?? 0, closed: closedOn.get(day) ?? 0 }
  })
}

function durationOf(rows: PeriodRows): DeskFigures['first'] {
  const classes = rows.flatMap(({ class: number, count }) => (number === null ? [] : [{ value: number, count }]))
  const seconds = (share: number) => {
    const found = quantile(classes, share)
    return found === null ? null : secondsOfDeskClass(found)
  }
  return { count: classes.reduce((sum, { count }) => sum + count, 0), median_seconds: seconds(0.5), p90_seconds: seconds(0.9) }
}

/** Returns the least of counted values that a share of all does not exceed. */
function quantile(values: readonly { value: number; count: number }[], share: number): number | null {
  const total = values.reduce((sum, { count }) => sum + count, 0)
  let below = 0
  for (const { value, count } of values.toSorted((one, other) => one.value - other.value)) {
    below += count
    if (below >= total * share) return value
  }
  return null
}
