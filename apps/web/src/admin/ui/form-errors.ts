/**
 * Returns the errors of a form as a flat list. React Hook Form nests the errors: each part of a field's dotted name is
 * one level.
 */
export function errorsByField(errors: object, path = ''): { name: string; type: string; message: string }[] {
  return Object.entries(errors).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null) return []
    const { type, message } = value as { type?: unknown; message?: unknown }
    if (typeof type === 'string') return [{ name: path + key, type, message: String(message ?? '') }]
    return errorsByField(value, `${path}${key}.`)
  })
}
