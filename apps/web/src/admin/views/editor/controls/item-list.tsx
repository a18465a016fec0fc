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
  /** Text of the button that adds an item to the list. */
  addLabel: string
  /** Returns the name of a list item. An item with an empty name is expanded. */
  nameOf: (item: T) => string
  /** Creates a new item, which is added to the end of the list. */
  create: (items: readonly T[]) => T
  /**
   * Converts a row pasted from a spreadsheet to a list item. If undefined, the author cannot paste rows into the list.
   */
  fromRow?: (cells: readonly string[]) => T
  /** Value that is stored when the author removes the last item; undefined deletes the property. */
  whenEmpty?: readonly T[] | undefined
  /** Controls of a list item; their paths are relative to the item (`ItemContext`). */
  children: ReactNode
}

/**
 * List of items that belong to a field, such as its further questions. The author can add and remove items, and expand
 * an item to edit it.
 */
export function ItemList<T>({ id, path, label, readOnly, addLabel, nameOf, create, fromRow, whenEmpty, children }: ItemListProps<T>) {
  const t = useEditorWords()
  const { value, set } = useProperty(id, path)
  const items = Array.isArray(value) ? (value as T[]) : []
  function remove(at: number): void {
    const left = items.filter((_item, place) => place !== at)
    set(left.length === 0 ? whenEmpty : left)
  }
  /** Pasted text becomes list items only if it has several cells. Any other text is pasted into the focused input. */
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
  // Keeps in state whether the item is expanded. A new item starts expanded because it has no name, and must not
  // collapse as soon as the author types one.
  const [isOpen, setIsOpen] = useState(startsOpen)
  return (
    <details className="nested-question" open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{name}</summary>
      <ItemContext value={item}>{children}</ItemContext>
    </details>
  )
}
