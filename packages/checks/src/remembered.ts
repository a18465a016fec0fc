/** Maximum number of characters of the texts whose results one function keeps, so about 16 MB of memory. */
const MAX_CHARACTERS = 8_000_000
/** Characters by which each result counts beside its text, so that many short texts are bounded too. */
const BASE_CHARACTERS = 100

/**
 * Returns a function that keeps its results by text, because the editor checks the same texts after each change. When
 * the kept texts grow too large, all results are dropped.
 */
export function remembered<T>(examine: (text: string) => T): (text: string) => T {
  const results = new Map<string, T>()
  let characters = 0
  return (text) => {
    if (results.has(text)) return results.get(text) as T
    const result = examine(text)
    // The result may hold as many characters as the text.
    characters += BASE_CHARACTERS + text.length * 2
    if (characters > MAX_CHARACTERS) {
      results.clear()
      characters = BASE_CHARACTERS + text.length * 2
    }
    results.set(text, result)
    return result
  }
}
