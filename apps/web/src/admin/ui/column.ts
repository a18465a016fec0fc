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

/** How a text filter matches: the text contains it (the preset), begins with it, or equals it. */
type Finds = 'contains' | 'begins' | 'equals'

interface ColumnMeta {
  /** Choices of the filter; `undefined` filters by text, `false` has no filter. */
  filter: false | readonly Choice[] | undefined
  finds: Finds
  /** A CSS length. */
  width: string | undefined
}

/** What the tables of the dashboard use of TanStack Table. */
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

/** A column as a view describes it. */
export interface Column<Row> {
  /** Names the filter in the address, and to the server if the server filters. */
  key: string
  header: string
  /** What the column says of a row: its filter value, and its content without `cell`. */
  text: (row: Row) => string
  cell?: (row: Row) => ReactNode
  finds?: Finds
  /** `choices` filters by one of them, which must be a word of `filterValue` (else of `text`) of the row; `false` has no filter. */
  filter?: false | readonly Choice[]
  filterValue?: (row: Row) => string
  /** A CSS length. */
  width?: string
  /** `false` never sorts; `down` begins with the greatest, such as the newest. */
  sort?: false | 'down'
  /** The value to sort by, if it is not the text. */
  sortValue?: (row: Row) => string | number
}

/** Where the rows come from: the result of a query, as `useQuery` gives it. */
export interface Source {
  isPending: boolean
  error: Error | null
  refetch: () => unknown
}

/**
 * Returns the columns as TanStack Table takes them.
 * @param sorts whether the header of a column sorts
 * @param language whose alphabet orders texts
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
    // The first column names the row.
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

/** Orders numbers by size and texts by the language; equal rows keep their order. */
function sortFnOf<Row extends RowData>(sortValue: Column<Row>['sortValue'], compare: Intl.Collator['compare']): SortFn<Features, Row> {
  return (one, other, key) => {
    const [first, second] = [one, other].map((row) => sortValue?.(row.original) ?? row.getValue<string>(key))
    return typeof first === 'number' && typeof second === 'number' ? first - second : compare(String(first), String(second))
  }
}
