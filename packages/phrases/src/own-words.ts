type Texts = Readonly<Record<string, string>>

/**
 * Returns the product's phrases, with some of them replaced by the customer's own texts (`custom_loc_strings`). A text
 * with the key `key` applies to all languages. A text with the key `de.key` applies only to German and takes
 * precedence. Unknown keys are ignored.
 */
export function withOwn<T extends Texts>(built: T, language: string, own: Texts | null): T {
  if (own === null) return built
  const found = Object.keys(built).flatMap((key) => {
    const text = [`${language}.${key}`, key].map((each) => (Object.hasOwn(own, each) ? own[each] : undefined)).find((each) => each !== undefined)
    return text === undefined ? [] : [[key, text]]
  })
  return { ...built, ...Object.fromEntries(found) }
}
