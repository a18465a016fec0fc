import type { Column } from './column.ts'
import type { Sort } from './use-sort.ts'

/** A column's header: a button where it sorts (ARIA APG, "Sortable Table"). */
export function ColumnHeader<Row>({ column, sort }: { column: Column<Row>; sort: Sort | undefined }) {
  const { key, header } = column
  if (!sort?.sorts(key) || column.sort === false)
    return (
      <th scope="col">
        <span className="column-name">{header}</span>
      </th>
    )
  const isSorted = sort.column === key
  return (
    <th scope="col" className="cell-sorts" {...(isSorted && { 'aria-sort': sort.descending ? 'descending' : 'ascending' })}>
      <button type="button" className="sort-button" onClick={() => sort.turn(key, column.sort === 'down' ? 'down' : 'up')}>
        {header}
        <span className="sort-mark" aria-hidden="true">
          {isSorted ? (sort.descending ? '▼' : '▲') : '↕'}
        </span>
      </button>
    </th>
  )
}
