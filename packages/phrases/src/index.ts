import type { Language } from '@sportello/contract'
import { de } from './de/index.ts'
import { el } from './el/index.ts'
import { en } from './en/index.ts'
import { es } from './es/index.ts'
import { fr } from './fr/index.ts'
import { it } from './it/index.ts'
import { nl } from './nl/index.ts'
import type { Phrases } from './types.ts'

export { fill, withLocalNumbers } from './fill.ts'
export type { AccountPhrases, ChatPhrases, FollowPhrases, IssuePhrases, MailPhrases, Phrases, SavedPhrases, StatementPhrases, VisitorPhrases } from './types.ts'

/** All phrases of the product in all languages. The code does not compile if a phrase is missing. */
export const phrases: Readonly<Record<Language, Phrases>> = { it, en, de, es, fr, el, nl }
