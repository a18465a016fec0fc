import type { ErrorCode, Severity } from './error-code.ts'

/** An error in the JSON envelope of an API response (wire contract, "HTTP"). */
export interface ErrorEntry {
  severity: Severity
  data: {
    code: ErrorCode
    /**
     * Values for the placeholders {1} and {2} in the error message. For `forms0043` the first value is the key of the
     * violated rule.
     */
    params: string[]
    /** Error message in the language of the API call. */
    message: string
    /** Property code of the field that caused the error. */
    field?: string | undefined
    /** Path that the page opens after the visitor has closed the error dialog. */
    redirect?: string | undefined
  }
}

/** The JSON envelope of every API response, both for success and for failure. */
export type Envelope<T> = { success: true; data: T; errors: ErrorEntry[] } | { success: false; data: null; errors: ErrorEntry[] }
