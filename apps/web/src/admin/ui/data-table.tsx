import { type RowData, type SortingState, useTable } from '@tanstack/react-table'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { useWords } from '../words.tsx'
import { CheckMenu } from './check-menu.tsx'
import { type Column, columnDefs, features, type Source } from './column.ts'
import { Rows } from './table-rows.tsx'
import type { RowSelection } from './table-selection.tsx'
import { useColumnVisibility } from './use-column-visibility.ts'
import type { Filters } from './use-filters.ts'
import { useMessages } from './use-messages.ts'
import type { Sort } from './use-sort.ts'

interface DataTableProps<Row extends RowData> {
  /** Key under which the browser stores the operator's choice of visible columns. */
  id: string
  /** Accessible name of the table: the name of the dashboard view that shows it. */
  name: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  source: Source
  filters: Filters
  /** Current sort order of the rows. If it is undefined, the column headers cannot be used for sorting. */
  sort?: Sort
  /** True if the server has already filtered and sorted the table's rows. */
  filteredByServer?: boolean
  /** Total number of rows in the list, if `rows` contains only one page of the list. */
  total?: number
  /** True if the list has more rows than `total`, because the server stops counting at that number. */
  more?: boolean
  /**
   * Returns the buttons at the end of a table row. The buttons use `about` as `aria-describedby`, so that a screen
   * reader reports the row to which each button belongs.
   */
  actions?: (row: Row, about: string) => ReactNode
  /** Lets the operator select rows for an action on several of them. */
  selection?: RowSelection<Row> | undefined
  /** Buttons above the table, such as "Add". */
  tools?: ReactNode
  /** Hint in an empty table that tells the operator what to do next. */
  emptyHint?: ReactNode
  /** Content below the table's rows, such as links that load more rows. */
  footer?: ReactNode
  /**
   * Labels of all actions that a table row can have; null for an action that is shown as an icon. The table uses these
   * labels to reserve the width of the action buttons before the rows load. On wide screens each row then takes one
   * line, and longer texts are cut off.
   */
  actionNames?: readonly (string | null)[]
  /** Hides the filters and the column menu; used for tables with few rows. */
  isPlain?: boolean
}

const NO_ROWS: readonly never[] = []

/**
 * Table of a dashboard view. The URL stores its filters and sort order, the operator can hide columns, and virtual
 * scrolling supports many rows.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { id, filters, source, sort, filteredByServer = false } = props
  const { t, language } = useWords()
  const messages = useMessages()
  const [columnVisibility, onColumnVisibilityChange] = useColumnVisibility(id)
  const { columns: described, rows = NO_ROWS } = props
  const sorts = sort?.sorts
  const columns = useMemo(() => columnDefs(described, (key) => sorts?.(key) ?? false, language), [described, sorts, language])
  const wanted = useDeferredValue(filters.values)
  // Ignores filters in the URL for columns that cannot be filtered, because a URL can contain any column name.
  const columnFilters = useMemo(
    () => described.flatMap(({ key, filter }) => (wanted[key] === undefined || filter === false ? [] : [{ id: key, value: wanted[key] }])),
    [described, wanted],
  )
  const sorting = useMemo<SortingState>(() => sort?.state.filter(({ id: key }) => described.some((column) => column.key === key)) ?? [], [sort, described])
  // The table library caches the column values of each row. When the columns change, a new array of rows makes it
  // compute the values again.
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
  const [filtersShown, setFiltersShown] = useState(false)

  return (
    <div className={filtersShown ? 'data-table filters-shown' : 'data-table'}>
      {!props.isPlain && (
        <div className="table-tools">
          {props.tools}
          <p className="table-count" aria-live="polite">
            {source.isPending ? '' : t('rows_count', props.more ? t('total_more', count) : count)}
          </p>
          {/* Only on phones, where the filters and the buttons that sort would fill the first screen. */}
          <button type="button" className="link-button filters-button" aria-expanded={filtersShown} onClick={() => setFiltersShown(!filtersShown)}>
            {columnFilters.length > 0 ? t('filters_set', String(columnFilters.length)) : t('filters_show')}
          </button>
          {/* While no filter is set, the "clear filters" button is invisible but keeps its space, so that the table
             below does not move. */}
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
      <Rows
        table={table}
        name={props.name}
        source={source}
        filters={filters}
        actions={props.actions}
        actionNames={props.actionNames}
        isPlain={props.isPlain}
        selection={props.selection}
      >
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
