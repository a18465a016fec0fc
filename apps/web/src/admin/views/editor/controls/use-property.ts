import { type DraftOperation, languageOf, type Tag } from '@sportello/contract'
import { isTextPath, setAt, valueAt } from '@sportello/editing'
import { createContext, use } from 'react'
import { usePermissions } from '../../../account.ts'
import { useDraft, useNodePart } from '../use-draft.ts'

type Json = Extract<DraftOperation, { type: 'set' }>['value']

/** An item of a list in a node's content, such as one of the further questions. */
interface Item {
  list: readonly string[]
  index: number
}

/** The list item that the controls below edit: their paths start at it. Null for controls of the node itself. */
export const ItemContext = createContext<Item | null>(null)

/** A new value of one property of a node or item. */
export interface Change {
  path: readonly string[]
  /** Undefined deletes the property. */
  value: unknown
}

const itemsAt = (content: unknown, list: readonly string[]) => {
  const items = valueAt(content, list)
  return Array.isArray(items) ? (items as Record<string, unknown>[]) : []
}

/** Returns a function that changes several properties of a node, or of the item around the control, as one edit. */
export function useChange(id: string): (changes: readonly Change[], options?: { typing?: boolean }) => void {
  const draft = useDraft()
  const item = use(ItemContext)
  return (changes, options) => {
    const operation = ({ path, value }: Change): DraftOperation => ({ type: 'set', id, path: [...path], ...(value !== undefined && { value: value as Json }) })
    if (!item) return draft.edit(changes.map(operation), options)
    // Operations reach no list item, so the whole list is set.
    const next = itemsAt(draft.node(id)?.content, item.list).map((each, at) =>
      at === item.index ? changes.reduce((value, change) => setAt(value, change.path, change.value) ?? value, each) : each,
    )
    draft.edit([operation({ path: item.list, value: next })], options)
  }
}

/** Returns a property of a node's content, or of the item around the control, and a function that sets it; an undefined value deletes it. */
export function useProperty(id: string, path: readonly string[]) {
  const item = use(ItemContext)
  const value = useNodePart(id, (node) => valueAt(item ? itemsAt(node?.content, item.list)[item.index] : node?.content, path))
  const change = useChange(id)
  return { value, set: (next: unknown, options?: { typing?: boolean }) => change([{ path, value: next }], options) }
}

/**
 * Returns whether a property may not be changed. In a definition that is otherwise read-only, a translator may change
 * the texts of the branches in the translator's languages.
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
