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
 * How the text filter of a table column matches a cell: the cell contains the filter text (the default), begins with
 * it, or equals it.
 */
type Finds = 'contains' | 'begins' | 'equals'

interface ColumnMeta {
  /**
   * Options of the column's filter, which the operator selects from a list; `undefined` means a text filter, `false`
   * means no filter.
   */
  filter: false | readonly Choice[] | undefined
  finds: Finds
  /** Width of the column as a CSS length. */
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
  /**
   * Name of the column's filter in the URL. If the server filters the rows, also the name of the parameter in the API
   * call.
   */
  key: string
  header: string
  /**
   * Returns the text of a table row in this column. The text filter uses this text, and the cell shows it if the column
   * has no `cell`.
   */
  text: (row: Row) => string
  cell?: (row: Row) => ReactNode
  finds?: Finds
  /**
   * Options of the column's filter, a list from which the operator selects; `false` means no filter. The filter
   * compares the
   * selected option with the words of a row's `filterValue` or, without a `filterValue`, of its `text`. If one of these
   * words is the option, the row matches.
   */
  filter?: false | readonly Choice[]
  filterValue?: (row: Row) => string
  /** Width of the column as a CSS length. */
  width?: string
  /**
   * How the column sorts: `false` disables sorting; `down` means that the first click sorts in descending order, for
   * example newest first.
   */
  sort?: false | 'down'
  /** Returns the value by which a row is sorted in this column. Without this function, the column sorts by its text. */
  sortValue?: (row: Row) => string | number
}

/** State of the query that loads a table's rows, in the format of `useQuery`. */
export interface Source {
  isPending: boolean
  error: Error | null
  refetch: () => unknown
}

/**
 * Converts a table's columns to the column definitions of TanStack Table.
 * @param sorts returns whether the operator can sort the table by a column
 * @param language the language whose alphabetical order applies to texts
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
    // The operator cannot hide the first column, because it identifies the row.
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

/**
 * Returns a function that compares two table rows: numbers by size, texts in the alphabetical order of the language.
 * Rows with equal values keep their order.
 */
function sortFnOf<Row extends RowData>(sortValue: Column<Row>['sortValue'], compare: Intl.Collator['compare']): SortFn<Features, Row> {
  return (one, other, key) => {
    const [first, second] = [one, other].map((row) => sortValue?.(row.original) ?? row.getValue<string>(key))
    return typeof first === 'number' && typeof second === 'number' ? first - second : compare(String(first), String(second))
  }
}
