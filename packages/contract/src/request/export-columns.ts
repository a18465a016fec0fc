/** Columns of an export that every request has. The other columns are the questions of a form. */
export const EXPORT_COLUMNS = ['ticket', 'form', 'state', 'email', 'created_at', 'confirmed_at', 'processed_at', 'step', 'language', 'version'] as const

/** Prefix of the key of an export's column that contains the answers to one question; the question's code follows. */
export const QUESTION_COLUMN = 'q.'

/** Number of requests that the preview of an export shows. */
export const EXPORT_PREVIEW_ROWS = 5
