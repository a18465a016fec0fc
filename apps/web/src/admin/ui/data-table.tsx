import { useDeferredValue, useMemo } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { useWords } from '../words.tsx'
import { CheckMenu } from './check-menu.tsx'
import { rowsInOrder } from './rows-in-order.ts'
import { type DataTableProps, Rows } from './table-rows.tsx'
import { useHiddenColumns } from './use-columns.ts'
import type { Filters } from './use-filters.ts'
import { useMessages } from './use-messages.ts'

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
          <CheckMenu
            label={t('columns')}
            items={columns.slice(1).map(({ key, header }) => ({ key, label: header, checked: !hidden.has(key) }))}
            onChange={(key, checked) => setHidden(key, !checked)}
          />
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

function passes<Row>(columns: DataTableProps<Row>['columns'], wanted: Filters['values'], row: Row): boolean {
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
