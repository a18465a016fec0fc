import type { Language } from '@sportello/contract'
import type { IssuePhrases } from './types.ts'

/**
 * For each language, a function that loads the messages about missing and wrong answers, for pages of visitors that were
 * rendered without questions. Each language is a separate chunk.
 */
export const issueWords: Readonly<Record<Language, () => Promise<{ issues: IssuePhrases }>>> = {
  it: () => import('./it/issues.ts'),
  en: () => import('./en/issues.ts'),
  de: () => import('./de/issues.ts'),
  es: () => import('./es/issues.ts'),
  fr: () => import('./fr/issues.ts'),
  el: () => import('./el/issues.ts'),
  nl: () => import('./nl/issues.ts'),
}
