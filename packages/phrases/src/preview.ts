import type { Language } from '@sportello/contract'
import type { PreviewPhrases } from './types.ts'

export type { PreviewPhrases } from './types.ts'

/** For each language, a function that loads the phrases of the preview. Each language is a separate chunk. */
export const previewWords: Readonly<Record<Language, () => Promise<{ preview: PreviewPhrases }>>> = {
  it: () => import('./it/preview.ts'),
  en: () => import('./en/preview.ts'),
  de: () => import('./de/preview.ts'),
  es: () => import('./es/preview.ts'),
  fr: () => import('./fr/preview.ts'),
  el: () => import('./el/preview.ts'),
  nl: () => import('./nl/preview.ts'),
}
