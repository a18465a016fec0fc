import { FlexRender, type ReactTable, type RowData, type Row as TableRow } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, type ReactNode, useId, useRef } from 'react'
import { useWords } from '../words.tsx'
import type { Features, Source } from './column.ts'
import { ColumnHeader } from './column-header.tsx'
import { FilterInput } from './filter-input.tsx'
import { type RowSelection, SelectAll, SelectRow } from './table-selection.tsx'
import type { Filters } from './use-filters.ts'

/** From this number of rows on, a table renders only the rows that are visible. */
const VIRTUAL_FROM = 150
const ROW_PX = 41

interface RowsProps<Row extends RowData> {
  table: ReactTable<Features, Row>
  name: string
  source: Source
  filters: Filters
  actions: ((row: Row, about: string) => ReactNode) | undefined
  actionNames: readonly (string | null)[] | undefined
  isPlain: boolean | undefined
  selection: RowSelection<Row> | undefined
  /** Content below the table's rows, such as the message of an empty table. */
  children: ReactNode
}

/** A table with its headers, filters and rows. */
export function Rows<Row extends RowData>({ table, name, source, filters, actions, actionNames, isPlain, selection, children }: RowsProps<Row>) {
  const { t } = useWords()
  const scroller = useRef<HTMLDivElement>(null)
  const tableId = useId()
  const { rows } = table.getRowModel()
  const columns = table.getVisibleLeafColumns()
  const headers = table.getHeaderGroups().flatMap((group) => group.headers)
  const span = columns.length + (actions ? 1 : 0) + (selection ? 1 : 0)
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard user must be able to scroll the table
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the buttons inside
    <div className="table-scroll" ref={scroller} tabIndex={0} onKeyDown={moveBetweenRows}>
      <table className={actionNames && 'table-lines'} aria-label={name} aria-busy={source.isPending} aria-rowcount={isVirtual ? rows.length + 2 : undefined}>
        <colgroup>
          {selection && <col className="col-select" />}
          {columns.map(({ id, columnDef }) => (
            <col key={id} {...(columnDef.meta?.width && { style: { width: columnDef.meta.width } })} />
          ))}
          {actions && <col className="col-actions" />}
        </colgroup>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="cell-select">
                <SelectAll selection={selection} rows={rows.map(({ original }) => original)} />
              </th>
            )}
            {headers.map((header) => (
              <ColumnHeader key={header.id} header={header} />
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
              {selection && <td className="cell-select" />}
              {columns.map(({ id, columnDef: { header, meta } }) => (
                // If the column's width is in rem, it is also the column's minimum width. A column with a width in per
                // cent can shrink.
                <td key={id} data-label={header} {...(actionNames && meta?.width?.endsWith('rem') && { style: { minWidth: meta.width } })}>
                  {meta && meta.filter !== false && (
                    <FilterInput
                      header={String(header)}
                      choices={meta.filter}
                      finds={meta.finds}
                      value={filters.values[id] ?? ''}
                      onChange={(value) => filters.set(id, value)}
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
                  key={row.id}
                  {...{ row, index, columns, actions, selection }}
                  isSelected={selection?.keys.has(selection.key(row.original)) ?? false}
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

/** Invisible copies of a row's action buttons. They reserve the width of the buttons before the rows load. */
function ActionsRoom({ names }: { names: readonly (string | null)[] }) {
  return (
    <div className="row-actions actions-room" aria-hidden="true">
      {names.map((name, at) =>
        name === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the icons have no names here, and the list does not change
          <span key={at} className="row-button row-icon">
            <span className="icon" />
          </span>
        ) : (
          <span key={name} className="row-button">
            {name}
          </span>
        ),
      )}
    </div>
  )
}

interface BodyRowProps<Row extends RowData> {
  row: TableRow<Features, Row>
  index: number
  /** Visible columns of the table. If they change, the table renders its rows again. */
  columns: readonly unknown[]
  actions: RowsProps<Row>['actions']
  selection: RowsProps<Row>['selection']
  isSelected: boolean
  about: string
  measure: ((element: HTMLTableRowElement | null) => void) | undefined
}

function PlainBodyRow<Row extends RowData>({ row, index, actions, selection, isSelected, about, measure }: BodyRowProps<Row>) {
  return (
    // `aria-rowindex` counts from 1 and includes the two header rows, so the first data row has the number 3.
    <tr {...(measure && { 'data-index': index, 'aria-rowindex': index + 3, ref: measure })}>
      {selection && (
        <td className="cell-select">
          <SelectRow selection={selection} row={row.original} isSelected={isSelected} />
        </td>
      )}
      {row.getVisibleCells().map((cell, place) =>
        place === 0 ? (
          <th key={cell.id} scope="row" id={about}>
            <FlexRender cell={cell} />
          </th>
        ) : (
          <td key={cell.id} data-label={cell.column.columnDef.header}>
            <FlexRender cell={cell} />
          </td>
        ),
      )}
      {actions && (
        <td className="cell-actions">
          <div className="row-actions">{actions(row.original, about)}</div>
        </td>
      )}
    </tr>
  )
}

/** Memoised table row: when the operator scrolls, only the rows that become visible are rendered. */
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

/**
 * When the operator presses the up or down arrow key on a row's button, moves the focus to the same button of the
 * previous or next row.
 */
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
