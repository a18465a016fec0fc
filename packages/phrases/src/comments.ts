import type { Language } from '@sportello/contract'
import type { CommentPhrases } from './types.ts'

export type { CommentPhrases } from './types.ts'

/**
 * For each language, a function that loads the phrases for comments on steps and for the review page. Each language is
 * a separate chunk.
 */
export const commentWords: Readonly<Record<Language, () => Promise<{ comments: CommentPhrases }>>> = {
  it: () => import('./it/comments.ts'),
  en: () => import('./en/comments.ts'),
  de: () => import('./de/comments.ts'),
  es: () => import('./es/comments.ts'),
  fr: () => import('./fr/comments.ts'),
  el: () => import('./el/comments.ts'),
  nl: () => import('./nl/comments.ts'),
}
