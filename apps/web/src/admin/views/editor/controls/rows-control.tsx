import { isTextPath } from '@sportello/editing'
import type { EditorPhrases } from '@sportello/phrases/editor'
import { type ClipboardEvent, use, useId } from 'react'
import { Button } from '../../../../shared/ui/button.tsx'
import { useEditorWords } from '../editor-words.tsx'
import { useDraft, useNodePart } from '../use-draft.ts'
import { pastedRows } from './pasted-rows.ts'
import { ItemContext, useProperty, useReadOnly } from './use-property.ts'

type Row = Readonly<Record<string, unknown>>

interface RowsControlProps {
  id: string
  path: readonly string[]
  label: string
  /** Keys of the values in a row. Each key has its own column in the table. */
  columns: readonly string[]
  readOnly: boolean
}

/**
 * Table that edits a list of rows, such as the options of a select field. The author can paste several rows from a
 * spreadsheet.
 */
export function RowsControl({ id, path, label, columns, readOnly }: RowsControlProps) {
  const t = useEditorWords()
  const draft = useDraft()
  const { value, set } = useProperty(id, path)
  const canTranslate = useTextColumns(id, path, columns, readOnly)
  const hintId = useId()
  const rows: readonly Row[] = Array.isArray(value) ? (value as Row[]) : []
  const change = (at: number, key: string, next: unknown) => rows.map((row, place) => (place === at ? withValue(row, key, next) : row))
  function paste(event: ClipboardEvent, at: number, column: number): void {
    const lines = pastedRows(event.clipboardData)
    // Pasting into a read-only table is not possible, because it could add rows or change their codes.
    if (readOnly || lines.length < 2) return
    event.preventDefault()
    const pasted = lines.map((cells, place) => {
      const base = rows[at + place] ?? newRow(rows, columns, at + place - rows.length)
      return cells.reduce<Row>((row, cell, offset) => (columns[column + offset] ? withValue(row, columns[column + offset] ?? '', cell.trim()) : row), base)
    })
    set([...rows.slice(0, at), ...pasted, ...rows.slice(at + pasted.length)])
  }
  return (
    <fieldset className="field rows" aria-describedby={hintId}>
      <legend>{label}</legend>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`column_${column}` as keyof EditorPhrases)}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity of their own, and their keys are what the author types
            <tr key={at}>
              {columns.map((column, place) => {
                const name = `${t(`column_${column}` as keyof EditorPhrases)}, ${t('rows_row', label, String(at + 1))}`
                return (
                  <td key={column}>
                    {column === 'state' ? (
                      <input
                        type="checkbox"
                        aria-label={name}
                        checked={row.state === true}
                        disabled={readOnly}
                        onChange={(event) => set(change(at, column, event.target.checked || undefined))}
                      />
                    ) : (
                      <input
                        className="control"
                        autoComplete="off"
                        aria-label={name}
                        readOnly={readOnly && !canTranslate.has(column)}
                        value={String(row[column] ?? '')}
                        onPaste={(event) => paste(event, at, place)}
                        onChange={(event) => set(change(at, column, event.target.value), { typing: true })}
                        onBlur={() => draft.settle()}
                      />
                    )}
                  </td>
                )
              })}
              <td className="rows-actions">
                {!readOnly && (
                  <button
                    type="button"
                    className="chip-remove"
                    aria-label={`${t('editor_delete')}: ${t('rows_row', label, String(at + 1))}`}
                    onClick={() => set(rows.filter((_row, place) => place !== at))}
                  >
                    ×
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!readOnly && <Button onClick={() => set([...rows, newRow(rows, columns)])}>{t('rows_add')}</Button>}
      <p className="hint" id={hintId}>
        {t('rows_hint')}
      </p>
    </fieldset>
  )
}

/**
 * Returns the columns that the operator may change although the table is read-only. A translator may change the columns
 * that contain texts.
 */
function useTextColumns(id: string, path: readonly string[], columns: readonly string[], readOnly: boolean): ReadonlySet<string> {
  const item = use(ItemContext)
  const full = [...(item ? [...item.list, '0'] : []), ...path, '*']
  const isText = useNodePart(id, (node) => columns.filter((column) => node && isTextPath(node, [...full, column])).join(' '))
  const translated = !useReadOnly(id, path, readOnly, isText !== '')
  return new Set(readOnly && translated ? isText.split(' ') : [])
}

/** Keys that stay in a row even if their value is empty. All other keys are deleted when their value becomes empty. */
const NEEDED = new Set(['key', 'value', 'type', 'textElem'])

function withValue(row: Row, key: string, value: unknown): Row {
  if (value === undefined || (value === '' && !NEEDED.has(key))) {
    const { [key]: _removed, ...rest } = row
    return rest
  }
  return { ...row, [key]: value }
}

function newRow(rows: readonly Row[], columns: readonly string[], offset = 0): Row {
  const first = columns.includes('type') ? { type: 'static' } : {}
  return Object.fromEntries([
    ...Object.entries(first),
    ...columns.filter((column) => NEEDED.has(column) && column !== 'type').map((column) => [column, column === 'key' ? nextKey(rows, offset) : '']),
  ])
}

/** Returns the lowest number that no row uses as its key yet. */
function nextKey(rows: readonly Row[], offset: number): string {
  const taken = new Set(rows.map(({ key }) => key))
  let number = rows.length + 1 + offset
  while (taken.has(String(number))) number += 1
  return String(number)
}
