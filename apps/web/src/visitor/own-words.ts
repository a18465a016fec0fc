import type { PageWords } from '../shared/phrase.tsx'

type Phrases = Readonly<Record<string, string>>

/**
 * The page's words with the customer's own in their place (`custom_loc_strings`): by key for all languages, or by `de.key` for one,
 * which wins. A key that the product does not have says nothing.
 */
export function withOwnWords(words: PageWords, own: Phrases | null): PageWords {
  if (own === null) return words
  const { language, visitor, issues, account, chat } = words
  const over = <T extends Phrases>(phrases: T): T => {
    const found = Object.keys(phrases).flatMap((key) => {
      const text = [`${language}.${key}`, key].map((each) => (Object.hasOwn(own, each) ? own[each] : undefined)).find((each) => each !== undefined)
      return text === undefined ? [] : [[key, text]]
    })
    return { ...phrases, ...Object.fromEntries(found) }
  }
  return { language, visitor: over(visitor), issues: over(issues), ...(account && { account: over(account) }), ...(chat && { chat: over(chat) }) }
}
