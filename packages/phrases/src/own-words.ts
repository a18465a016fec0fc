type Texts = Readonly<Record<string, string>>

/**
 * Returns the built-in phrases, some replaced by the customer's own texts (`custom_loc_strings`). A text with the key
 * `de.key` applies to German only and takes precedence over a text with the key `key`, which applies to all languages.
 * Unknown keys are ignored.
 */
export function withOwn<T extends Texts>(built: T, language: string, own: Texts | null): T {
  if (own === null) return built
  const found = Object.keys(built).flatMap((key) => {
    const text = [`${language}.${key}`, key].map((each) => (Object.hasOwn(own, each) ? own[each] : undefined)).find((each) => each !== undefined)
    return text === undefined ? [] : [[key, text]]
  })
  return { ...built, ...Object.fromEntries(found) }
}
