import { z } from 'zod'

/** Maximum number of terms in the glossary of a form. */
export const MAX_GLOSSARY_TERMS = 500
/** Maximum length in characters of a term and of a word for it. */
export const MAX_TERM = 100
/** Maximum number of forbidden words for a term in one language. */
const MAX_FORBIDDEN = 20

const word = z.string().trim().min(1).max(MAX_TERM)

/** How a term of the main language is translated into one other language. */
const termWords = z.strictObject({
  /** The word that each translation of the term uses. Several spellings are separated by `/`. */
  fixed: word.optional(),
  /** Words that no translation uses, for example those of another office. */
  forbidden: z.array(word).max(MAX_FORBIDDEN).optional(),
})

/** The glossary of a form: terms of the main language, each with its words in other languages. */
export const glossary = z.array(z.strictObject({ term: word, words: z.record(z.string().regex(/^[a-z]{2}$/), termWords) })).max(MAX_GLOSSARY_TERMS)

export type Glossary = z.infer<typeof glossary>
export type GlossaryTerm = Glossary[number]
