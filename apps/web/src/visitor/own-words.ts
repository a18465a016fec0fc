import { withOwn } from '@sportello/phrases/own-words'
import type { PageWords } from '../shared/phrase.tsx'

/**
 * Returns the page's phrases, with some of them replaced by the customer's own texts. Error messages from the server
 * already contain these texts.
 */
export function withOwnWords(
  { language, visitor, issues, account, chat, saved, statements, follow }: PageWords,
  own: Readonly<Record<string, string>> | null,
): PageWords {
  return {
    language,
    visitor: withOwn(visitor, language, own),
    ...(issues && { issues: withOwn(issues, language, own) }),
    ...(account && { account: withOwn(account, language, own) }),
    ...(chat && { chat: withOwn(chat, language, own) }),
    ...(saved && { saved: withOwn(saved, language, own) }),
    ...(follow && { follow }),
    ...(statements && { statements: withOwn(statements, language, own) }),
  }
}
