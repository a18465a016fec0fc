import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { useWords } from '../words.tsx'
import { useMessages } from './edit-modal.tsx'
import type { Choice } from './field.tsx'
import { Menu } from './menu.tsx'
import { rowsInOrder } from './rows-in-order.ts'
import { Rows } from './table-rows.tsx'
import { useHiddenColumns } from './use-columns.ts'
import type { Filters } from './use-filters.ts'
import type { Sort } from './use-sort.ts'

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

export interface DataTableProps<Row> {
  /** Remembers what its operator chose of it. */
  id: string
  /** Its accessible name: that of the view. */
  name: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  source: Source
  filters: Filters
  /** In which order the rows stand; without, no header sorts. */
  sort?: Sort
  /** Whether the rows come filtered and in order already. */
  filteredByServer?: boolean
  /** How many there are in all, where `rows` are a page of them. */
  total?: number
  /** Whether there are more than were counted. */
  more?: boolean
  /** Buttons at the end of a row; `about` goes to each as `aria-describedby`, so that it says whose it is. */
  actions?: (row: Row, about: string) => ReactNode
  /** Buttons above the table, such as the one that adds. */
  tools?: ReactNode
  /** What to do next where there is nothing. */
  emptyHint?: ReactNode
  /** Below the rows, such as links to more of them. */
  footer?: ReactNode
  /**
   * The names of all actions of a row. With them, the columns of a wide screen have their widths before the rows come, and a row is one line:
   * what is longer than its cell is cut.
   */
  actionNames?: readonly string[]
  /** A few rows that need no filters and no choice of columns. */
  isPlain?: boolean
}

/** A table of a view: filters in the address, columns by choice, any number of rows. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { id, columns, filters, source, sort } = props
  const { t, language } = useWords()
  const messages = useMessages()
  const [hidden, setHidden] = useHiddenColumns(id)
  const shown = columns.filter((column, index) => index === 0 || !hidden.has(column.key))
  const wanted = useDeferredValue(filters.values)
  const rows = useMemo(() => {
    const given = props.rows ?? []
    if (props.filteredByServer) return given
    const found = given.filter((row) => passes(columns, wanted, row))
    return sort ? rowsInOrder(found, columns, sort, language) : found
  }, [props.rows, props.filteredByServer, columns, wanted, sort, language])
  const count = (props.total ?? rows.length).toLocaleString(language)
  const isFiltered = Object.keys(filters.values).length > 0
  const span = shown.length + (props.actions ? 1 : 0)

  return (
    <div className="data-table">
      {!props.isPlain && (
        <div className="table-tools">
          {props.tools}
          <p className="table-count" aria-live="polite">
            {source.isPending ? '' : t('rows_count', props.more ? t('total_more', count) : count)}
          </p>
          {/* Keeps its place: the table below must not jump. */}
          <button type="button" className={isFiltered ? 'link-button' : 'link-button is-absent'} onClick={filters.clear}>
            {t('filters_clear')}
          </button>
          <Menu label={t('columns')} className="menu-end">
            {columns.slice(1).map((column) => (
              <label key={column.key} className="check">
                <input type="checkbox" checked={!hidden.has(column.key)} onChange={(event) => setHidden(column.key, !event.target.checked)} />
                {column.header}
              </label>
            ))}
          </Menu>
        </div>
      )}
      <Rows {...props} columns={shown} rows={rows} span={span}>
        {source.error ? (
          <div className="table-state" role="alert">
            {messages(source.error).map((message) => (
              <p key={message}>{message}</p>
            ))}
            <Button onClick={() => source.refetch()}>{t('try_again')}</Button>
          </div>
        ) : source.isPending ? (
          <Skeleton />
        ) : (
          rows.length === 0 && (
            <div className="table-state">
              <p>{t('empty')}</p>
              {isFiltered ? <p className="hint">{t('empty_filtered')}</p> : props.emptyHint && <p className="hint">{props.emptyHint}</p>}
            </div>
          )
        )}
      </Rows>
      {props.footer}
    </div>
  )
}

function passes<Row>(columns: readonly Column<Row>[], wanted: Filters['values'], row: Row): boolean {
  return columns.every((column) => {
    const part = wanted[column.key]
    if (part === undefined || column.filter === false) return true
    if (column.filter) return (column.filterValue ?? column.text)(row).split(' ').includes(part)
    return column.text(row).toLocaleLowerCase().includes(part.toLocaleLowerCase())
  })
}

function Skeleton() {
  const { t } = useWords()
  return (
    <div className="table-state skeleton" role="status">
      <span className="visually-hidden">{t('loading')}</span>
      <i />
      <i />
      <i />
    </div>
  )
}
