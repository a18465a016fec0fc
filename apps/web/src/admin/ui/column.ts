import {
  type ColumnDef,
  columnFilteringFeature,
  columnVisibilityFeature,
  createFilteredRowModel,
  createSortedRowModel,
  type FilterFn,
  filterFn_includesString,
  metaHelper,
  type RowData,
  rowSortingFeature,
  type SortFn,
  tableFeatures,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'
import type { Choice } from './field.tsx'

/**
 * How a text filter of a table column matches a cell: the cell contains the filter text (default), begins with it, or
 * equals it.
 */
type Finds = 'contains' | 'begins' | 'equals'

interface ColumnMeta {
  /** Options of the column's select filter; `undefined` means a text filter, `false` means no filter. */
  filter: false | readonly Choice[] | undefined
  finds: Finds
  /** Width of the column, a CSS length. */
  width: string | undefined
}

/** Features of TanStack Table that the dashboard's tables use. */
export const features = tableFeatures({
  columnFilteringFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  filterFns: { includesString: filterFn_includesString },
  columnMeta: metaHelper<ColumnMeta>(),
})
export type Features = typeof features

/** Description of a table column in a view of the dashboard. */
export interface Column<Row> {
  /** Name of the column's filter in the URL, and in the API call if the server filters the rows. */
  key: string
  header: string
  /**
   * Returns the text of a table row in this column. The column filters by this text, and shows it if the column has no
   * `cell`.
   */
  text: (row: Row) => string
  cell?: (row: Row) => ReactNode
  finds?: Finds
  /**
   * Options of the column's select filter; `false` means no filter. A row matches if its `filterValue` (or its `text`
   * without one), split into words, contains the chosen option.
   */
  filter?: false | readonly Choice[]
  filterValue?: (row: Row) => string
  /** Width of the column, a CSS length. */
  width?: string
  /** Sort order of the column: `false` disables sorting, `down` sorts descending first, such as newest first. */
  sort?: false | 'down'
  /** Returns the value by which the column sorts a row, if that value is not the column's text. */
  sortValue?: (row: Row) => string | number
}

/** State of the query that loads a table's rows, in the format of `useQuery`. */
export interface Source {
  isPending: boolean
  error: Error | null
  refetch: () => unknown
}

/**
 * Returns a table's columns in the form that TanStack Table takes.
 * @param sorts returns whether the header of a column sorts
 * @param language the language whose alphabet sorts texts
 */
export function columnDefs<Row extends RowData>(
  columns: readonly Column<Row>[],
  sorts: (key: string) => boolean,
  language: string,
): ColumnDef<Features, Row>[] {
  const { compare } = new Intl.Collator(language, { numeric: true })
  return columns.map((column, index) => ({
    id: column.key,
    header: column.header,
    accessorFn: column.text,
    cell: ({ row }) => (column.cell ?? column.text)(row.original),
    meta: { filter: column.filter, finds: column.finds ?? 'contains', width: column.width },
    // The first column identifies the table's row, so it cannot be hidden.
    enableHiding: index > 0,
    enableColumnFilter: column.filter !== false,
    filterFn: column.filter ? hasWord(column.filterValue ?? column.text) : 'includesString',
    enableSorting: column.sort !== false && sorts(column.key),
    sortDescFirst: column.sort === 'down',
    sortFn: sortFnOf(column.sortValue, compare),
  }))
}

const hasWord =
  <Row extends RowData>(words: (row: Row) => string): FilterFn<Features, Row> =>
  (row, _column, word) =>
    words(row.original).split(' ').includes(String(word))

/** Returns a function that compares two table rows: numbers by size, texts by the language's alphabet. Equal rows keep their order. */
function sortFnOf<Row extends RowData>(sortValue: Column<Row>['sortValue'], compare: Intl.Collator['compare']): SortFn<Features, Row> {
  return (one, other, key) => {
    const [first, second] = [one, other].map((row) => sortValue?.(row.original) ?? row.getValue<string>(key))
    return typeof first === 'number' && typeof second === 'number' ? first - second : compare(String(first), String(second))
  }
}
