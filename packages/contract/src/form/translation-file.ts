/** Formats of files for translators: XLIFF 2.1, CSV, and a Word document with a table. */
export const TRANSLATION_FORMATS = ['xlf', 'csv', 'docx'] as const
export type TranslationFormat = (typeof TRANSLATION_FORMATS)[number]

/** Maximum size in bytes of a file of translations that the dashboard sends. */
export const MAX_SENT_TRANSLATIONS = 24 * 1024 * 1024
