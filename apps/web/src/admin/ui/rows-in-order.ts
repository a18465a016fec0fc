import type { Column } from './column.ts'
import type { Sort } from './use-sort.ts'

/** Rows that are all here, in the order of a column: numbers by size, texts as the language has them; equal ones stay as they came. */
export function rowsInOrder<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort, language: string): readonly Row[] {
  const column = columns.find(({ key }) => key === sort.column)
  if (!column || column.sort === false) return rows
  const { compare } = new Intl.Collator(language, { numeric: true })
  const valued = rows.map((row) => ({ row, value: column.sortValue?.(row) ?? column.text(row) }))
  const way = sort.descending ? -1 : 1
  valued.sort(
    ({ value: one }, { value: other }) => way * (typeof one === 'number' && typeof other === 'number' ? one - other : compare(String(one), String(other))),
  )
  return valued.map(({ row }) => row)
}
