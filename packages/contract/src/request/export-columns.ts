/** Columns that an export contains for every request. All other columns are questions of a form. */
export const EXPORT_COLUMNS = ['ticket', 'form', 'state', 'email', 'created_at', 'confirmed_at', 'processed_at', 'step', 'language', 'version'] as const

/**
 * Prefix of the key of a column that contains the answers to a question. The code of the question follows the prefix.
 */
export const QUESTION_COLUMN = 'q.'

/** Number of requests in the preview of an export. */
export const EXPORT_PREVIEW_ROWS = 5
