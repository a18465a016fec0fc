type Texts = Readonly<Record<string, string>>

/**
 * Built-in words with a customer's own in their place (`custom_loc_strings`): by key for all languages, or by `de.key` for one, which
 * wins. A key that the product does not have says nothing.
 */
export function withOwn<T extends Texts>(built: T, language: string, own: Texts | null): T {
  if (own === null) return built
  const found = Object.keys(built).flatMap((key) => {
    const text = [`${language}.${key}`, key].map((each) => (Object.hasOwn(own, each) ? own[each] : undefined)).find((each) => each !== undefined)
    return text === undefined ? [] : [[key, text]]
  })
  return { ...built, ...Object.fromEntries(found) }
}
