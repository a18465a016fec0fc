/** A placeholder of a phrase. The first group is its position or its name. */
export const PLACEHOLDER = /\{(\w+)\}/g
/** A part of a phrase that is removed if its placeholder is empty. The groups are its text and its placeholder. */
export const OPTIONAL_PART = /\[\[([^\]{]*\{(\w+)\}[^\]{]*)\]\]/g

/**
 * Replaces the placeholders in a phrase with values, either by position (`{1}`, `{2}`) or by name (`{name}`). A
 * placeholder without a value is kept. A part between `[[` and `]]` is removed if the value of its placeholder is
 * empty.
 */
export function fill(phrase: string, values: readonly string[] | Readonly<Record<string, string>>): string {
  const given = (name: string) => (Array.isArray(values) ? values[Number(name) - 1] : (values as Readonly<Record<string, string>>)[name])
  const wanted = phrase.replace(OPTIONAL_PART, (_part, text: string, name: string) => (given(name) ? text : ''))
  return wanted.replace(PLACEHOLDER, (placeholder, name: string) => {
    if (Array.isArray(values)) return values[Number(name) - 1] ?? placeholder
    return Object.hasOwn(values, name) ? ((values as Readonly<Record<string, string>>)[name] ?? placeholder) : placeholder
  })
}

/**
 * Formats the numbers and sizes in an error's parameters for readers of a language. The API sends them in the format
 * 0.5 and "1.5 MB". Texts that only begin with a number are not changed.
 */
export function withLocalNumbers(params: readonly string[], language: string): string[] {
  const sign = new Intl.NumberFormat(language).format(0.5).replace(/\d/g, '')
  return params.map((param) => param.replace(/^(-?\d+)\.(\d+)(?=$| [KMGT]?B$)/, `$1${sign}$2`))
}
