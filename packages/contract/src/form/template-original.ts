import { z } from 'zod'

/**
 * Schema of the record that a translated mail template keeps of its original: its language, and its texts at the time of
 * the translation. The translation is stale if the original has other texts now. Texts are compared character by
 * character, so the schema does not trim them.
 */
export const templateOriginal = z.strictObject({
  lang_code: z.string().regex(/^[a-z]{2}$/, 'must be a language code of two letters'),
  subject: z.string().min(1).max(1_000),
  html: z.string().min(1).max(200_000),
})

export type TemplateOriginal = z.infer<typeof templateOriginal>
