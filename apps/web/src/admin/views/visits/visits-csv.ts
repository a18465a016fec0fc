import type { Visits } from '@sportello/contract'

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
