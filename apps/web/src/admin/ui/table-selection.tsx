import { useEffect, useRef } from 'react'
import { useWords } from '../words.tsx'

/** The rows of a table that the operator has selected. */
export interface RowSelection<Row> {
  /** Keys of the selected rows. */
  keys: ReadonlySet<string>
  key: (row: Row) => string
  onChange: (keys: ReadonlySet<string>) => void
}

interface SelectRowProps<Row> {
  selection: RowSelection<Row>
  row: Row
  isSelected: boolean
}

/** Checkbox that selects one row of a table. */
export function SelectRow<Row>({ selection, row, isSelected }: SelectRowProps<Row>) {
  const { t } = useWords()
  const key = selection.key(row)
  return (
    <label className="select-row">
      <input
        type="checkbox"
        aria-label={t('desk_select', key)}
        checked={isSelected}
        onChange={({ target }) => selection.onChange(new Set(target.checked ? [...selection.keys, key] : [...selection.keys].filter((other) => other !== key)))}
      />
    </label>
  )
}

/** Checkbox that selects all rows that a table shows. It is half checked while only some are selected. */
export function SelectAll<Row>({ selection, rows }: { selection: RowSelection<Row>; rows: readonly Row[] }) {
  const { t } = useWords()
  const box = useRef<HTMLInputElement>(null)
  const selected = rows.filter((row) => selection.keys.has(selection.key(row))).length
  const isAll = rows.length > 0 && selected === rows.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected > 0 && !isAll
  }, [selected, isAll])
  return (
    <label className="select-row">
      <input
        ref={box}
        type="checkbox"
        aria-label={t('desk_select_all')}
        checked={isAll}
        disabled={rows.length === 0}
        onChange={({ target }) => selection.onChange(new Set(target.checked ? rows.map(selection.key) : []))}
      />
    </label>
  )
}
