import type { Header, RowData } from '@tanstack/react-table'
import type { Features } from './column.ts'

/**
 * Header of a table column. The header is a button if the operator can sort the table by this column (ARIA APG,
 * "Sortable Table").
 */
export function ColumnHeader<Row extends RowData>({ header }: { header: Header<Features, Row> }) {
  const { column } = header
  const name = String(column.columnDef.header)
  if (!column.getCanSort())
    return (
      <th scope="col">
        <span className="column-name">{name}</span>
      </th>
    )
  const sorted = column.getIsSorted()
  return (
    <th scope="col" className="cell-sorts" {...(sorted && { 'aria-sort': sorted === 'desc' ? 'descending' : 'ascending' })}>
      <button type="button" className="sort-button" onClick={column.getToggleSortingHandler()}>
        {name}
        <span className="sort-mark" aria-hidden="true">
          {sorted ? (sorted === 'desc' ? '▼' : '▲') : '↕'}
        </span>
      </button>
    </th>
  )
}
