import { withOwn } from '@sportello/phrases'
import type { PageWords } from '../shared/phrase.tsx'

/** The page's words with the customer's own in their place. What the server says in an answer has them already. */
export function withOwnWords({ language, visitor, issues, account, chat }: PageWords, own: Readonly<Record<string, string>> | null): PageWords {
  return {
    language,
    visitor: withOwn(visitor, language, own),
    issues: withOwn(issues, language, own),
    ...(account && { account: withOwn(account, language, own) }),
    ...(chat && { chat: withOwn(chat, language, own) }),
  }
}
