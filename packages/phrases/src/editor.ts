import type { Language } from '@sportello/contract'
import type { EditorPhrases, IssuePhrases } from './types.ts'

export type { EditorPhrases } from './types.ts'

/** For each language, a function that loads the form editor's phrases. Each language is a separate chunk. */
export const editorWords: Readonly<Record<Language, () => Promise<{ editor: EditorPhrases }>>> = {
  it: () => import('./it/editor.ts'),
  en: () => import('./en/editor.ts'),
  de: () => import('./de/editor.ts'),
  es: () => import('./es/editor.ts'),
  fr: () => import('./fr/editor.ts'),
  el: () => import('./el/editor.ts'),
  nl: () => import('./nl/editor.ts'),
}

/**
 * For each language, a function that loads the error messages for answers. The editor shows them after the check that
 * tries every path of a form.
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
