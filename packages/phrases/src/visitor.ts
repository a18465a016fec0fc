import type { Language } from '@sportello/contract'
import type { VisitorPhrases } from './types.ts'

/**
 * Loaders of the visitor's phrases, for dashboard pages that show sample controls; each language is a separate chunk.
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
