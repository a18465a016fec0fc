import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useMemo, useRef } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { useWords } from '../words.tsx'
import { useMessages } from './edit-modal.tsx'
import type { Choice } from './field.tsx'
import { FilterInput } from './filter-input.tsx'
import { Menu } from './menu.tsx'
import { useHiddenColumns } from './use-columns.ts'
import type { Filters } from './use-filters.ts'

export interface Column<Row> {
  /** Names the filter in the address, and to the server where that filters. */
  key: string
  header: string
  /** What the column says of a row; filtered by, and shown where there is no `cell`. */
  text: (row: Row) => string
  cell?: (row: Row) => ReactNode
  /** `choices` filters by one of them, which must be `filterValue` (else `text`) of the row; `false` has no filter. */
  filter?: false | readonly Choice[]
  filterValue?: (row: Row) => string
  /** A CSS length. */
  width?: string
}

/** Where the rows come from: the result of a query, as `useQuery` gives it. */
export interface Source {
  isPending: boolean
  error: Error | null
  refetch: () => unknown
}

interface DataTableProps<Row> {
  /** Remembers what its operator chose of it. */
  id: string
  /** Its accessible name: that of the view. */
  name: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  source: Source
  filters: Filters
  /** Whether the rows come filtered already. */
  filteredByServer?: boolean
  /** How many there are in all, where `rows` are a page of them. */
  total?: number
  /** Buttons at the end of a row; `about` goes to each as `aria-describedby`, so that it says whose it is. */
  actions?: (row: Row, about: string) => ReactNode
  /** Buttons above the table, such as the one that adds. */
  tools?: ReactNode
  /** What to do next where there is nothing. */
  emptyHint?: ReactNode
  /** Below the rows, such as links to more of them. */
  footer?: ReactNode
  /** A few rows that need no filters and no choice of columns. */
  isPlain?: boolean
}

/** From so many rows on, only those in sight stand in the document. */
const VIRTUAL_FROM = 150
const ROW_PX = 41

/** A table of a view: filters in the address, columns by choice, any number of rows. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { id, columns, filters, source } = props
  const { t } = useWords()
  const messages = useMessages()
  const [hidden, setHidden] = useHiddenColumns(id)
  const shown = columns.filter((column, index) => index === 0 || !hidden.has(column.key))
  const wanted = useDeferredValue(filters.values)
  const rows = useMemo(
    () => (props.filteredByServer ? (props.rows ?? []) : (props.rows ?? []).filter((row) => passes(columns, wanted, row))),
    [props.rows, props.filteredByServer, columns, wanted],
  )
  const isFiltered = Object.keys(filters.values).length > 0
  const span = shown.length + (props.actions ? 1 : 0)

  return (
    <div className="data-table">
      <div className="table-tools" hidden={props.isPlain}>
        {props.tools}
        <p className="table-count" aria-live="polite">
          {source.isPending ? '' : t('rows_count', String(props.total ?? rows.length))}
        </p>
        {isFiltered && (
          <button type="button" className="link-button" onClick={filters.clear}>
            {t('filters_clear')}
          </button>
        )}
        <Menu label={t('columns')} className="menu-end">
          {columns.slice(1).map((column) => (
            <label key={column.key} className="check">
              <input type="checkbox" checked={!hidden.has(column.key)} onChange={(event) => setHidden(column.key, !event.target.checked)} />
              {column.header}
            </label>
          ))}
        </Menu>
      </div>
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

type RowsProps<Row> = DataTableProps<Row> & { rows: readonly Row[]; span: number; children: ReactNode }

function Rows<Row>({ name, columns, rows, rowKey, actions, filters, span, source, isPlain, children }: RowsProps<Row>) {
  const { t } = useWords()
  const scroller = useRef<HTMLDivElement>(null)
  const tableId = useId()
  const isVirtual = rows.length > VIRTUAL_FROM
  const virtual = useVirtualizer({
    count: isVirtual ? rows.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  })
  const items = isVirtual ? virtual.getVirtualItems() : rows.map((_, index) => ({ index, start: 0, end: 0 }))
  const before = isVirtual ? (items[0]?.start ?? 0) : 0
  const after = isVirtual ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the buttons inside
    <div className="table-scroll" ref={scroller} tabIndex={0} onKeyDown={moveBetweenRows}>
      <table aria-label={name} aria-busy={source.isPending} aria-rowcount={isVirtual ? rows.length + 2 : undefined}>
        <colgroup>
          {columns.map(({ key, width }) => (
            <col key={key} {...(width && { style: { width } })} />
          ))}
          {actions && <col className="col-actions" />}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ key, header }) => (
              <th key={key} scope="col">
                {header}
              </th>
            ))}
            {actions && (
              <th scope="col" className="cell-actions">
                {t('actions')}
              </th>
            )}
          </tr>
          {!isPlain && (
            <tr className="filters">
              {columns.map(({ key, header, filter }) => (
                <td key={key}>
                  {filter !== false && (
                    <FilterInput header={header} choices={filter} value={filters.values[key] ?? ''} onChange={(value) => filters.set(key, value)} />
                  )}
                </td>
              ))}
              {actions && <td className="cell-actions" />}
            </tr>
          )}
        </thead>
        <tbody>
          <Spacer height={before} span={span} />
          {!source.error &&
            items.map(({ index }) => {
              const row = rows[index]
              if (row === undefined) return null
              const about = `${tableId}-${index}`
              return (
                <tr key={rowKey(row)} {...(isVirtual && { 'data-index': index, 'aria-rowindex': index + 3, ref: virtual.measureElement })}>
                  {columns.map(({ key, text, cell }, place) =>
                    place === 0 ? (
                      <th key={key} scope="row" id={about}>
                        {cell ? cell(row) : text(row)}
                      </th>
                    ) : (
                      <td key={key}>{cell ? cell(row) : text(row)}</td>
                    ),
                  )}
                  {actions && (
                    <td className="cell-actions">
                      <div className="row-actions">{actions(row, about)}</div>
                    </td>
                  )}
                </tr>
              )
            })}
          <Spacer height={after} span={span} />
        </tbody>
      </table>
      {children}
    </div>
  )
}

function Spacer({ height, span }: { height: number; span: number }) {
  return (
    height > 0 && (
      <tr className="spacer">
        <td colSpan={span} style={{ height }} />
      </tr>
    )
  )
}

/** Arrow keys lead from a row's button to the same one of the next row. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 'nextElementSibling' : event.key === 'ArrowUp' ? 'previousElementSibling' : undefined
  const button = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('.row-actions > button') : null
  if (!step || !button) return
  const place = [...(button.parentElement?.children ?? [])].indexOf(button)
  const next = button.closest('tr')?.[step]?.querySelector('.row-actions')?.children[place]
  if (!(next instanceof HTMLElement)) return
  event.preventDefault()
  next.focus()
}
