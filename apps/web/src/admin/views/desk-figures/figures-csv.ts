import { DESK_AGES, type DeskFigures } from '@sportello/contract'

/** Returns the figures of the desk as rows of a CSV file, one figure per row. Days begin the classes of age. */
export function figureRows({ open, days, first, closing }: DeskFigures): string[][] {
  const number = (count: number | null) => (count === null ? '' : String(Math.round(count)))
  return [
    ['figure', 'of', 'count'],
    ['open', '', number(open.total)],
    ['overdue', '', number(open.overdue)],
    ['open_median_hours', '', number(open.median_hours)],
    ...open.ages.map((count, at) => ['open_days', String(DESK_AGES[at]), number(count)]),
    ...Object.entries({ form: open.forms, assignee: open.assignees, state: open.states }).flatMap(([kind, list]) =>
      list.map(({ name, count }) => [`open_${kind}`, name ?? '(others)', number(count)]),
    ),
    ...days.flatMap(({ day, arrived, closed }) => [
      ['arrived', day, number(arrived)],
      ['closed', day, number(closed)],
    ]),
    ...Object.entries({ first, closing }).flatMap(([kind, { count, median_seconds, p90_seconds }]) => [
      [`${kind}_count`, '', number(count)],
      [`${kind}_median_seconds`, '', number(median_seconds)],
      [`${kind}_p90_seconds`, '', number(p90_seconds)],
    ]),
  ]
}
