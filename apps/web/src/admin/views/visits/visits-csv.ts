import type { Visits } from '@sportello/contract'
import { comparedSteps } from './compare.ts'
import type { ComparedPoint } from './trend-points.ts'

/**
 * Returns the figures of visits as rows of a CSV file, one figure per row: what it is, of which step, field, day or name,
 * and the number. Hidden figures are empty.
 */
export function visitRows({ totals, trend, steps, errors, devices, hours, referrers, searches }: Visits): string[][] {
  const number = (count: number | null) => (count === null ? '' : String(count))
  return [
    ['figure', 'of', 'detail', 'count'],
    ...Object.entries(totals).map(([name, count]) => [name, '', '', number(count)]),
    ...trend.flatMap(({ day, version, visits, sent, requests }) => [
      ['visits', day, String(version), number(visits)],
      ['sent', day, String(version), number(sent)],
      ['requests', day, String(version), number(requests)],
    ]),
    ...steps.flatMap(({ id, code_tag, reached, chosen, left, sent, median_seconds, p90_seconds }) => {
      const step = code_tag ?? id
      return [
        ['step_reached', step, '', number(reached)],
        ['step_chosen', step, '', number(chosen)],
        ['step_left', step, '', number(left)],
        ['step_sent', step, '', number(sent)],
        ['step_median_seconds', step, '', median_seconds?.toFixed(1) ?? ''],
        ['step_p90_seconds', step, '', p90_seconds?.toFixed(1) ?? ''],
      ]
    }),
    ...errors.map(({ id, label, code_tag, rule, count }) => ['field_error', [code_tag, label ?? id].filter(Boolean).join(' / '), rule, number(count)]),
    ...hours.map((count, hour) => ['hour', String(hour), '', number(count)]),
    ...Object.entries({ device: devices, referrer: referrers, search: searches }).flatMap(([kind, list]) =>
      list.map(({ name, count }) => [kind, name ?? '(rare)', '', number(count)]),
    ),
  ]
}

/**
 * Returns the figures of two periods as rows of a CSV file, with the figure of the comparison as a further column. Days are
 * compared by their position in the period; the third column has the day of the comparison.
 */
export function comparedRows(now: Visits, other: Visits, points: readonly ComparedPoint[]): string[][] {
  const number = (count: number | null | undefined) => (count === null || count === undefined ? '' : String(count))
  const steps = comparedSteps(now.steps, other.steps)
  const [heads = [], ...figures] = visitRows({ ...now, trend: [], steps: steps.map(({ now }) => now) })
  const [, ...others] = visitRows({ ...other, trend: [], steps: steps.flatMap(({ other }) => other ?? []) })
  const keyOf = (row: readonly string[]) => JSON.stringify(row.slice(0, 3))
  const byKey = new Map(others.map((row) => [keyOf(row), row[3] ?? '']))
  const known = new Set(figures.map(keyOf))
  return [
    [...heads, 'compared_count'],
    ...figures.map((row) => [...row, byKey.get(keyOf(row)) ?? '']),
    ...others.filter((row) => !known.has(keyOf(row))).map(([figure = '', of = '', detail = '', count = '']) => [figure, of, detail, '', count]),
    ...(['visits', 'sent', 'requests'] as const).flatMap((key) =>
      points.map(({ other, ...point }) => [key, point.day, other?.day ?? '', number(point[key]), number(other?.[key])]),
    ),
  ]
}
