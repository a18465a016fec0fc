import type { Language } from '@sportello/contract'
import type { VisitorPhrases } from './types.ts'

/**
 * For each language, a function that loads the visitors' phrases, for dashboard pages that show sample controls. Each
 * language is a separate chunk.
 */
export const visitorWords: Readonly<Record<Language, () => Promise<{ visitor: VisitorPhrases }>>> = {
  it: () => import('./it/visitor.ts'),
  en: () => import('./en/visitor.ts'),
  de: () => import('./de/visitor.ts'),
  es: () => import('./es/visitor.ts'),
  fr: () => import('./fr/visitor.ts'),
  el: () => import('./el/visitor.ts'),
  nl: () => import('./nl/visitor.ts'),
}
