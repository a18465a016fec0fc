import type { ErrorCode } from './error-code.ts'

/**
 * Path that the page opens after the visitor has closed the error dialog, keyed by error code (visitor specification,
 * section 8).
 */
export const ERROR_REDIRECT: Partial<Record<ErrorCode, string>> = { forms0041: '/unauthorized' }
