/** Maximum number of characters in the cache of one function, which corresponds to about 16 MB of memory. */
const MAX_CHARACTERS = 8_000_000
/**
 * Number of characters that is added for each cached result, so that the cache is limited even if all texts are short.
 */
const BASE_CHARACTERS = 100

/**
 * Returns a function that caches its results by text, because the editor checks the same texts again after each change.
 * When the cache exceeds its limit, it is cleared completely.
 */
export function remembered<T>(examine: (text: string) => T): (text: string) => T {
  const results = new Map<string, T>()
  let characters = 0
  return (text) => {
    if (results.has(text)) return results.get(text) as T
    const result = examine(text)
    // Counts the text twice, because the result may be as long as the text.
    characters += BASE_CHARACTERS + text.length * 2
    if (characters > MAX_CHARACTERS) {
      results.clear()
      characters = BASE_CHARACTERS + text.length * 2
    }
    results.set(text, result)
    return result
  }
}
