import type { Language } from '@sportello/contract'
import type { Phrases } from './types.ts'

/**
 * The groups of phrases that a customer's own texts (`custom_loc_strings`) replace: the pages, the messages of fields,
 * the login pages, the statements, the live chat and the error messages of the API.
 */
export const REPLACEABLE_GROUPS = ['visitor', 'issues', 'account', 'statements', 'chat', 'errors'] as const
export type ReplaceableGroup = (typeof REPLACEABLE_GROUPS)[number]
export type ReplaceablePhrases = Pick<Phrases, ReplaceableGroup>

async function loaded(groups: Promise<Partial<ReplaceablePhrases>>[]): Promise<ReplaceablePhrases> {
  return Object.assign({}, ...(await Promise.all(groups))) as ReplaceablePhrases
}

/**
 * For each language, a function that loads the phrases that a customer's own texts can replace. The dashboard loads them
 * when an operator edits such texts.
 */
export const replaceablePhrases: Readonly<Record<Language, () => Promise<ReplaceablePhrases>>> = {
  it: () =>
    loaded([
      import('./it/visitor.ts'),
      import('./it/issues.ts'),
      import('./it/account.ts'),
      import('./it/statements.ts'),
      import('./it/chat.ts'),
      import('./it/errors.ts'),
    ]),
  en: () =>
    loaded([
      import('./en/visitor.ts'),
      import('./en/issues.ts'),
      import('./en/account.ts'),
      import('./en/statements.ts'),
      import('./en/chat.ts'),
      import('./en/errors.ts'),
    ]),
  de: () =>
    loaded([
      import('./de/visitor.ts'),
      import('./de/issues.ts'),
      import('./de/account.ts'),
      import('./de/statements.ts'),
      import('./de/chat.ts'),
      import('./de/errors.ts'),
    ]),
  es: () =>
    loaded([
      import('./es/visitor.ts'),
      import('./es/issues.ts'),
      import('./es/account.ts'),
      import('./es/statements.ts'),
      import('./es/chat.ts'),
      import('./es/errors.ts'),
    ]),
  fr: () =>
    loaded([
      import('./fr/visitor.ts'),
      import('./fr/issues.ts'),
      import('./fr/account.ts'),
      import('./fr/statements.ts'),
      import('./fr/chat.ts'),
      import('./fr/errors.ts'),
    ]),
  el: () =>
    loaded([
      import('./el/visitor.ts'),
      import('./el/issues.ts'),
      import('./el/account.ts'),
      import('./el/statements.ts'),
      import('./el/chat.ts'),
      import('./el/errors.ts'),
    ]),
  nl: () =>
    loaded([
      import('./nl/visitor.ts'),
      import('./nl/issues.ts'),
      import('./nl/account.ts'),
      import('./nl/statements.ts'),
      import('./nl/chat.ts'),
      import('./nl/errors.ts'),
    ]),
}
