import type { ReactNode } from 'react'
import type { Choice } from './field.tsx'

export interface Column<Row> {
  /** Names the filter in the address, and to the server where that filters. */
  key: string
  header: string
  /** What the column says of a row; filtered by, and shown where there is no `cell`. */
  text: (row: Row) => string
  cell?: (row: Row) => ReactNode
  /** How a text filter finds: it holds the text (the preset), begins with it, or is it. */
  finds?: 'contains' | 'begins' | 'equals'
  /** `choices` filters by one of them, which must be `filterValue` (else `text`) of the row; `false` has no filter. */
  filter?: false | readonly Choice[]
  filterValue?: (row: Row) => string
  /** A CSS length. */
  width?: string
  /** `false` sorts by it never; `down` begins with what is greatest, such as the newest. */
  sort?: false | 'down'
  /** Sorted by, where that is not the text. */
  sortValue?: (row: Row) => string | number
}

/** Where the rows come from: the result of a query, as `useQuery` gives it. */
export interface Source {
  isPending: boolean
  error: Error | null
  refetch: () => unknown
}
