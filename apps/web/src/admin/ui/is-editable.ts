import { type FieldValues, get } from 'react-hook-form'

/**
 * Returns true if the modal can edit the value at a path of the resource. This is the case if the modal's input has the
 * same structure as the resource down to that value.
 */
export function isEditable(draft: FieldValues, path: string): boolean {
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const parent: unknown = keys.length === 0 ? draft : get(draft, keys.join('.'))
  if (typeof parent !== 'object' || parent === null) return false
  const value: unknown = (parent as Record<string, unknown>)[last]
  // If the modal's input does not contain a top-level value, the modal has no field for the value.
  if (keys.length === 0 && value === undefined) return false
  return typeof value !== 'object' || value === null || Array.isArray(value)
}
