/** Puts values into `{1}`, `{2}` (by position) or `{name}` (by name). A placeholder without a value stays as it is. */
export function fill(phrase: string, values: readonly string[] | Readonly<Record<string, string>>): string {
  return phrase.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    if (Array.isArray(values)) return values[Number(name) - 1] ?? placeholder
    return Object.hasOwn(values, name) ? ((values as Readonly<Record<string, string>>)[name] ?? placeholder) : placeholder
  })
}
