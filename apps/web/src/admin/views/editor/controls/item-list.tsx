import { type ClipboardEvent, type ReactNode, useMemo, useState } from 'react'
import { Button } from '../../../../shared/ui/button.tsx'
import { useEditorWords } from '../editor-words.tsx'
import { pastedRows } from './pasted-rows.ts'
import { ItemContext, useProperty } from './use-property.ts'

interface ItemListProps<T> {
  id: string
  path: readonly string[]
  label: string
  readOnly: boolean
  /** Text of the button that adds an item. */
  addLabel: string
  /** Returns the name of an item; empty for one that the author has not named yet, which is shown open. */
  nameOf: (item: T) => string
  /** Returns a new item. */
  create: (items: readonly T[]) => T
  /** Returns the item that a row pasted from a spreadsheet gives; without it, rows cannot be pasted. */
  fromRow?: (cells: readonly string[]) => T
  /** Value of the property when the last item was removed; undefined deletes the property. */
  whenEmpty?: readonly T[] | undefined
  /** Controls of an item: their paths start at it (`ItemContext`). */
  children: ReactNode
}

/** List of items inside a field, such as the further questions: each opens to show its controls, and can be removed. */
export function ItemList<T>({ id, path, label, readOnly, addLabel, nameOf, create, fromRow, whenEmpty, children }: ItemListProps<T>) {
  const t = useEditorWords()
  const { value, set } = useProperty(id, path)
  const items = Array.isArray(value) ? (value as T[]) : []
  function remove(at: number): void {
    const left = items.filter((_item, place) => place !== at)
    set(left.length === 0 ? whenEmpty : left)
  }
  /** Takes rows of several cells; any other text goes into the field that has the focus. */
  function paste(event: ClipboardEvent): void {
    const rows = pastedRows(event.clipboardData)
    if (readOnly || !fromRow || rows.length < 2 || rows.some((cells) => cells.length < 2)) return
    event.preventDefault()
    event.stopPropagation()
    set([...items.filter((item) => nameOf(item) !== ''), ...rows.map(fromRow)])
  }
  return (
    <fieldset className="field rows" onPasteCapture={paste}>
      <legend>{label}</legend>
      {items.map((item, at) => {
        const own = nameOf(item)
        const name = own || t('rows_row', label, String(at + 1))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity of their own, and their codes and titles are what the author types
          <OneItem key={at} name={name} startsOpen={own === ''} list={path} index={at}>
            {children}
            {!readOnly && (
              <Button onClick={() => remove(at)} aria-label={`${t('editor_delete')}: ${name}`}>
                {t('editor_delete')}
              </Button>
            )}
          </OneItem>
        )
      })}
      {!readOnly && <Button onClick={() => set([...items, create(items)])}>{addLabel}</Button>}
    </fieldset>
  )
}

interface OneItemProps {
  name: string
  startsOpen: boolean
  list: readonly string[]
  index: number
  children: ReactNode
}

function OneItem({ name, startsOpen, list, index, children }: OneItemProps) {
  const item = useMemo(() => ({ list, index }), [list, index])
  // Kept, so that the item does not close as soon as the author types its name.
  const [isOpen, setIsOpen] = useState(startsOpen)
  return (
    <details className="nested-question" open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{name}</summary>
      <ItemContext value={item}>{children}</ItemContext>
    </details>
  )
}
