import { type DraftOperation, languageOf, type Tag } from '@sportello/contract'
import { isTextPath, setAt, valueAt } from '@sportello/editing'
import { createContext, use } from 'react'
import { usePermissions } from '../../../account.ts'
import { useDraft, useNodePart } from '../use-draft.ts'

type Json = Extract<DraftOperation, { type: 'set' }>['value']

/** An item of a list in a step or field, for example one question in a field of further questions. */
interface Item {
  list: readonly string[]
  index: number
}

/**
 * The list item that contains the controls. The paths of these controls are relative to the item. Null if the controls
 * edit the step or field itself.
 */
export const ItemContext = createContext<Item | null>(null)

/** A new value of one property of a step, field or list item. */
export interface Change {
  path: readonly string[]
  /** New value of the property; undefined deletes it. */
  value: unknown
}

const itemsAt = (content: unknown, list: readonly string[]) => {
  const items = valueAt(content, list)
  return Array.isArray(items) ? (items as Record<string, unknown>[]) : []
}

/**
 * Returns a function that changes several properties at once, as one edit. The properties belong to a step or field, or
 * to the list item that contains the control.
 */
export function useChange(id: string): (changes: readonly Change[], options?: { typing?: boolean }) => void {
  const draft = useDraft()
  const item = use(ItemContext)
  return (changes, options) => {
    const operation = ({ path, value }: Change): DraftOperation => ({ type: 'set', id, path: [...path], ...(value !== undefined && { value: value as Json }) })
    if (!item) return draft.edit(changes.map(operation), options)
    // Draft operations cannot address a single list item, so the control replaces the whole list.
    const next = itemsAt(draft.node(id)?.content, item.list).map((each, at) =>
      at === item.index ? changes.reduce((value, change) => setAt(value, change.path, change.value) ?? value, each) : each,
    )
    draft.edit([operation({ path: item.list, value: next })], options)
  }
}

/**
 * Returns the value of a property and a function that sets it. The property belongs to a step or field, or to the list
 * item that contains the control. Setting the value to undefined deletes the property.
 */
export function useProperty(id: string, path: readonly string[]) {
  const item = use(ItemContext)
  const value = useNodePart(id, (node) => valueAt(item ? itemsAt(node?.content, item.list)[item.index] : node?.content, path))
  const change = useChange(id)
  return { value, set: (next: unknown, options?: { typing?: boolean }) => change([{ path, value: next }], options) }
}

/**
 * Returns true if the operator may not change a property. In a definition that is otherwise read-only, a translator may
 * change the texts in the translator's languages.
 * @param hasTexts true if the property is a list that contains texts
 */
export function useReadOnly(id: string, path: readonly string[], readOnly: boolean, hasTexts?: boolean): boolean {
  const draft = useDraft()
  const item = use(ItemContext)
  const { translates } = usePermissions()
  const full = item ? [...item.list, String(item.index), ...path] : path
  const isText = useNodePart(id, (node) => node !== undefined && isTextPath(node, full))
  if (!readOnly || !translates || !(hasTexts ?? isText)) return readOnly
  return !draft.tree.pathOf(id).some(({ content }) => translates.includes(languageOf(content as unknown as Tag) ?? ''))
}
