import { type FieldValues, get } from 'react-hook-form'

/**
 * Returns whether the modal edits the value at a path of the resource: its draft has the same structure as the resource
 * down to the value.
 */
export function isEditable(draft: FieldValues, path: string): boolean {
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const parent: unknown = keys.length === 0 ? draft : get(draft, keys.join('.'))
  if (typeof parent !== 'object' || parent === null) return false
  const value: unknown = (parent as Record<string, unknown>)[last]
  // A top-level value that the modal's draft does not contain has no field in the modal.
  if (keys.length === 0 && value === undefined) return false
  return typeof value !== 'object' || value === null || Array.isArray(value)
}
