import type { IssuePhrases } from '@sportello/phrases'
import { issueWords } from '@sportello/phrases/issues'
import { withOwn } from '@sportello/phrases/own-words'
import type { PageWords } from '../../../shared/phrase.tsx'

/**
 * Returns the messages about missing and wrong answers, for pages that the server rendered without them.
 * @param own the customer's own texts
 * @throws if they cannot be loaded
 */
export async function loadIssues({ language, issues }: PageWords, own: Readonly<Record<string, string>> | null): Promise<IssuePhrases> {
  return issues ?? withOwn((await issueWords[language]()).issues, language, own)
}
