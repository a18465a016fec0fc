import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, type ReactNode, useId, useRef } from 'react'
import { useWords } from '../words.tsx'
import type { Column, Source } from './column.ts'
import { ColumnHeader } from './column-header.tsx'
import { FilterInput } from './filter-input.tsx'
import type { Filters } from './use-filters.ts'
import type { Sort } from './use-sort.ts'

/** From so many rows on, only those in sight stand in the document. */
const VIRTUAL_FROM = 150
const ROW_PX = 41

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

type RowsProps<Row> = DataTableProps<Row> & { rows: readonly Row[]; span: number; children: ReactNode }

/** The rows of a table, below its headers and filters. */
export function Rows<Row>({ name, columns, rows, rowKey, actions, filters, span, source, sort, isPlain, actionNames, children }: RowsProps<Row>) {
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
      <table className={actionNames && 'table-lines'} aria-label={name} aria-busy={source.isPending} aria-rowcount={isVirtual ? rows.length + 2 : undefined}>
        <colgroup>
          {columns.map(({ key, width }) => (
            <col key={key} {...(width && { style: { width } })} />
          ))}
          {actions && <col className="col-actions" />}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <ColumnHeader key={column.key} column={column} sort={sort} />
            ))}
            {actions && (
              <th scope="col" className="cell-actions">
                {t('actions')}
                {actionNames && <ActionsRoom names={actionNames} />}
              </th>
            )}
          </tr>
          {!isPlain && (
            <tr className="filters">
              {columns.map(({ key, header, filter, finds, width }) => (
                // A length holds, a percentage gives way.
                <td key={key} data-label={header} {...(actionNames && width?.endsWith('rem') && { style: { minWidth: width } })}>
                  {filter !== false && (
                    <FilterInput
                      header={header}
                      choices={filter}
                      finds={finds ?? 'contains'}
                      value={filters.values[key] ?? ''}
                      onChange={(value) => filters.set(key, value)}
                    />
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
              return (
                <BodyRow
                  key={rowKey(row)}
                  {...{ row, index, columns, actions }}
                  about={`${tableId}-${index}`}
                  measure={isVirtual ? virtual.measureElement : undefined}
                />
              )
            })}
          <Spacer height={after} span={span} />
        </tbody>
      </table>
      {children}
    </div>
  )
}

/** Takes the room of a row's actions before there is one, unseen. */
function ActionsRoom({ names }: { names: readonly string[] }) {
  return (
    <div className="row-actions actions-room" aria-hidden="true">
      {names.map((name) => (
        <span key={name} className="row-button">
          {name}
        </span>
      ))}
    </div>
  )
}

interface BodyRowProps<Row> {
  row: Row
  index: number
  columns: readonly Column<Row>[]
  actions: DataTableProps<Row>['actions']
  about: string
  measure: ((element: HTMLTableRowElement | null) => void) | undefined
}

function PlainBodyRow<Row>({ row, index, columns, actions, about, measure }: BodyRowProps<Row>) {
  return (
    // The rows of the header are counted too.
    <tr {...(measure && { 'data-index': index, 'aria-rowindex': index + 3, ref: measure })}>
      {columns.map(({ key, header, text, cell }, place) =>
        place === 0 ? (
          <th key={key} scope="row" id={about}>
            {cell ? cell(row) : text(row)}
          </th>
        ) : (
          <td key={key} data-label={header}>
            {cell ? cell(row) : text(row)}
          </td>
        ),
      )}
      {actions && (
        <td className="cell-actions">
          <div className="row-actions">{actions(row, about)}</div>
        </td>
      )}
    </tr>
  )
}

/** Scrolling makes the rows that come into sight, not those that are in it. */
const BodyRow = memo(PlainBodyRow) as typeof PlainBodyRow

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
