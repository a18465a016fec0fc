import type { Figure, Measured } from './figure.ts'

/** A measurement of the reliability lab (fault-injection tests) with its result. */
export type Result = Pick<Figure, 'id' | 'what' | 'goal'> & Measured & { seconds: number }

const COLUMNS = ['G', 'What', 'Goal', 'Size', 'Measured', 'Met'] as const
const rowOf = ({ id, what, goal, size, measured, met }: Result) => [id, what, goal, size, measured, met === true ? 'yes' : met || 'NO']

export function asMarkdown(results: readonly Result[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(COLUMNS), line(COLUMNS.map(() => '---')), ...results.map((result) => line(rowOf(result)))].join('\n')
}

/** Formats the results of the measurements for a terminal, one block for each measurement. */
export function asText(results: readonly Result[]): string {
  return results
    .map(({ id, what, goal, size, measured, met, seconds }) =>
      [
        `${met === true ? '✓' : met ? '–' : '✗'} ${id}  ${what}`,
        `     goal      ${goal}`,
        `     size      ${size}`,
        `     measured  ${measured}`,
        `     ${seconds.toFixed(0)} s`,
      ].join('\n'),
    )
    .join('\n\n')
}
