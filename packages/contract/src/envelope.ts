import type { ErrorCode, Severity } from './error-code.ts'

/** One error in the JSON envelope of an answer (wire contract, "HTTP"). */
export interface ErrorEntry {
  severity: Severity
  data: {
    code: ErrorCode
    /**
     * Values for the placeholders {1}, {2} of the error message. For `forms0043` the first value is the key of the
     * violated rule.
     */
    params: string[]
    /** Error message in the language of the API call. */
    message: string
    /** Property code of the field that caused the error. */
    field?: string | undefined
    /** Path to which the page sends the visitor after the visitor closes the error dialog. */
    redirect?: string | undefined
  }
}

/** The JSON envelope of every API answer, for success and failure. */
export type Envelope<T> = { success: true; data: T; errors: ErrorEntry[] } | { success: false; data: null; errors: ErrorEntry[] }
