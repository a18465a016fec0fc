import type { Language } from '@sportello/contract'
import type { AdminPhrases, IssuePhrases } from './types.ts'

export type { AdminPhrases, IssuePhrases } from './types.ts'

interface AdminWords {
  admin: AdminPhrases
  issues: IssuePhrases
}

const words = async (admin: Promise<{ admin: AdminPhrases }>, issues: Promise<{ issues: IssuePhrases }>): Promise<AdminWords> => ({
  ...(await admin),
  ...(await issues),
})

/** For each language, a function that loads the dashboard's phrases. Each language is a separate chunk. */
export const adminWords: Readonly<Record<Language, () => Promise<AdminWords>>> = {
  it: () => words(import('./it/admin/index.ts'), import('./it/issues.ts')),
  en: () => words(import('./en/admin/index.ts'), import('./en/issues.ts')),
  de: () => words(import('./de/admin/index.ts'), import('./de/issues.ts')),
  es: () => words(import('./es/admin/index.ts'), import('./es/issues.ts')),
  fr: () => words(import('./fr/admin/index.ts'), import('./fr/issues.ts')),
  el: () => words(import('./el/admin/index.ts'), import('./el/issues.ts')),
  nl: () => words(import('./nl/admin/index.ts'), import('./nl/issues.ts')),
}
