import type { ErrorCode, Severity } from './error-code.ts'

/** One fault, as every answer tells it (wire contract, "HTTP"). */
export interface ErrorEntry {
  severity: Severity
  data: {
    code: ErrorCode
    /** Fill {1}, {2} of the message. Of `forms0043`, the first is the broken rule's key. */
    params: string[]
    /** In the request's language. */
    message: string
    /** The property code at fault. */
    field?: string | undefined
    /** Where to lead the visitor after the dialog. */
    redirect?: string | undefined
  }
}

/** The shape of every answer of the API, good or bad. */
export type Envelope<T> = { success: true; data: T; errors: ErrorEntry[] } | { success: false; data: null; errors: ErrorEntry[] }
