import { type DraftOperation, languageOf, type Tag } from '@sportello/contract'
import { isTextPath, setAt, valueAt } from '@sportello/editing'
import { createContext, use } from 'react'
import { usePermissions } from '../../../account.ts'
import { useDraft, useNodePart } from '../use-draft.ts'

type Json = Extract<DraftOperation, { type: 'set' }>['value']

/** An item of a list in the content of a step or field, such as one of the further questions. */
interface Item {
  list: readonly string[]
  index: number
}

/**
 * The list item that the controls inside it edit; their paths are relative to the item. Null for controls of the step
 * or field itself.
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
 * Returns a function that changes several properties of a step or field, or of the list item that contains the control,
 * in one edit.
 */
export function useChange(id: string): (changes: readonly Change[], options?: { typing?: boolean }) => void {
  const draft = useDraft()
  const item = use(ItemContext)
  return (changes, options) => {
    const operation = ({ path, value }: Change): DraftOperation => ({ type: 'set', id, path: [...path], ...(value !== undefined && { value: value as Json }) })
    if (!item) return draft.edit(changes.map(operation), options)
    // An operation on a draft cannot address a list item, so the control sets the whole list.
    const next = itemsAt(draft.node(id)?.content, item.list).map((each, at) =>
      at === item.index ? changes.reduce((value, change) => setAt(value, change.path, change.value) ?? value, each) : each,
    )
    draft.edit([operation({ path: item.list, value: next })], options)
  }
}

/**
 * Returns a property of a step or field, or of the list item that contains the control, and a function that sets it; an
 * undefined value deletes the property.
 */
export function useProperty(id: string, path: readonly string[]) {
  const item = use(ItemContext)
  const value = useNodePart(id, (node) => valueAt(item ? itemsAt(node?.content, item.list)[item.index] : node?.content, path))
  const change = useChange(id)
  return { value, set: (next: unknown, options?: { typing?: boolean }) => change([{ path, value: next }], options) }
}

/**
 * Returns whether the operator may not change a property. In a definition that is otherwise read-only, a translator may
 * change the texts in the branches of the translator's languages.
 * @param hasTexts whether the property is a list that contains texts
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
