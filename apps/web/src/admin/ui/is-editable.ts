import { type FieldValues, get } from 'react-hook-form'

/**
 * Returns true if the modal can edit the value at a path of the resource. It can if the modal's input contains the same
 * objects and lists along this path as the resource.
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
