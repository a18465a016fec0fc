/**
 * Replaces the placeholders `{1}`, `{2}` (by position) or `{name}` (by name) in a phrase with values. A placeholder
 * without a value stays. If the placeholder in a part between `[[` and `]]` has an empty value, this part is removed.
 */
export function fill(phrase: string, values: readonly string[] | Readonly<Record<string, string>>): string {
  const given = (name: string) => (Array.isArray(values) ? values[Number(name) - 1] : (values as Readonly<Record<string, string>>)[name])
  const wanted = phrase.replace(/\[\[([^\]{]*\{(\w+)\}[^\]{]*)\]\]/g, (_part, text: string, name: string) => (given(name) ? text : ''))
  return wanted.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    if (Array.isArray(values)) return values[Number(name) - 1] ?? placeholder
    return Object.hasOwn(values, name) ? ((values as Readonly<Record<string, string>>)[name] ?? placeholder) : placeholder
  })
}

/**
 * Formats the numbers and sizes in an error's params for readers of the language; the API sends them as 0.5 and "1.5
 * MB". Texts that only start with a number stay unchanged.
 */
export function withLocalNumbers(params: readonly string[], language: string): string[] {
  const sign = new Intl.NumberFormat(language).format(0.5).replace(/\d/g, '')
  return params.map((param) => param.replace(/^(-?\d+)\.(\d+)(?=$| [KMGT]?B$)/, `$1${sign}$2`))
}
