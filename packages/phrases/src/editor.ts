import type { Language } from '@sportello/contract'
import type { EditorPhrases } from './types.ts'

export type { EditorPhrases } from './types.ts'

/** Loaders of the form editor's phrases; each language is a separate chunk. */
export const editorWords: Readonly<Record<Language, () => Promise<{ editor: EditorPhrases }>>> = {
  it: () => import('./it/editor.ts'),
  en: () => import('./en/editor.ts'),
  de: () => import('./de/editor.ts'),
  es: () => import('./es/editor.ts'),
  fr: () => import('./fr/editor.ts'),
  el: () => import('./el/editor.ts'),
  nl: () => import('./nl/editor.ts'),
}
