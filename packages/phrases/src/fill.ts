/** Puts values into `{1}`, `{2}` (by position) or `{name}` (by name). A placeholder without a value stays as it is. */
export function fill(phrase: string, values: readonly string[] | Readonly<Record<string, string>>): string {
  return phrase.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    if (Array.isArray(values)) return values[Number(name) - 1] ?? placeholder
    return Object.hasOwn(values, name) ? ((values as Readonly<Record<string, string>>)[name] ?? placeholder) : placeholder
  })
}

/** Numbers and sizes as people of a language write them: they travel as 0.5 and "1.5 MB". What only begins like a number stays. */
export function withLocalNumbers(params: readonly string[], language: string): string[] {
  const sign = new Intl.NumberFormat(language).format(0.5).replace(/\d/g, '')
  return params.map((param) => param.replace(/^(-?\d+)\.(\d+)(?=$| [KMGT]?B$)/, `$1${sign}$2`))
}
