import { type RowData, type SortingState, useTable } from '@tanstack/react-table'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { useWords } from '../words.tsx'
import { CheckMenu } from './check-menu.tsx'
import { type Column, columnDefs, features, type Source } from './column.ts'
import { Rows } from './table-rows.tsx'
import { useColumnVisibility } from './use-column-visibility.ts'
import type { Filters } from './use-filters.ts'
import { useMessages } from './use-messages.ts'
import type { Sort } from './use-sort.ts'

interface DataTableProps<Row extends RowData> {
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

const NO_ROWS: readonly never[] = []

/** A table of a view: filters and order in the address, columns by choice, any number of rows. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { id, filters, source, sort, filteredByServer = false } = props
  const { t, language } = useWords()
  const messages = useMessages()
  const [columnVisibility, onColumnVisibilityChange] = useColumnVisibility(id)
  const { columns: described, rows = NO_ROWS } = props
  const sorts = sort?.sorts
  const columns = useMemo(() => columnDefs(described, (key) => sorts?.(key) ?? false, language), [described, sorts, language])
  const wanted = useDeferredValue(filters.values)
  // The address may name any column, also one without a filter.
  const columnFilters = useMemo(
    () => described.flatMap(({ key, filter }) => (wanted[key] === undefined || filter === false ? [] : [{ id: key, value: wanted[key] }])),
    [described, wanted],
  )
  const sorting = useMemo<SortingState>(() => sort?.state.filter(({ id: key }) => described.some((column) => column.key === key)) ?? [], [sort, described])
  // Rows keep the values of their columns: other columns read them anew.
  const data = useMemo(() => columns && [...rows], [rows, columns])
  const table = useTable({
    features,
    columns,
    data,
    getRowId: props.rowKey,
    state: { columnFilters, sorting, columnVisibility },
    onColumnVisibilityChange,
    manualFiltering: filteredByServer,
    manualSorting: filteredByServer,
    enableSortingRemoval: false,
    enableMultiSort: false,
    ...(sort && { onSortingChange: sort.change }),
  })
  const { length: shown } = table.getRowModel().rows
  const count = (props.total ?? shown).toLocaleString(language)
  const isFiltered = Object.keys(filters.values).length > 0

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
          <CheckMenu
            label={t('columns')}
            items={table
              .getAllLeafColumns()
              .filter((column) => column.getCanHide())
              .map((column) => ({ key: column.id, label: String(column.columnDef.header), checked: column.getIsVisible() }))}
            onChange={(key, checked) => table.getColumn(key)?.toggleVisibility(checked)}
          />
        </div>
      )}
      <Rows table={table} name={props.name} source={source} filters={filters} actions={props.actions} actionNames={props.actionNames} isPlain={props.isPlain}>
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
          shown === 0 && (
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
