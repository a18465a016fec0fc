import { ERROR_STATUS, type ErrorCode } from '@sportello/contract'

/** One error in the list of an API error response. */
export interface ApiErrorEntry {
  code: ErrorCode
  params?: readonly string[]
  field?: string
  /** The page that the browser opens after an API error. The default is the page for the error code. */
  redirect?: string
}

/**
 * An API error with codes from the error catalogue. Handlers throw it; the error handler sends its codes and the
 * translated messages to the client.
 */
export class ApiError extends Error {
  readonly entries: readonly [ApiErrorEntry, ...ApiErrorEntry[]]
  readonly headers: Readonly<Record<string, string>>
  readonly status: number

  constructor(entries: readonly [ApiErrorEntry, ...ApiErrorEntry[]], options: { status?: number; headers?: Record<string, string>; cause?: unknown } = {}) {
    super(entries.map((entry) => entry.code).join(', '), { cause: options.cause })
    this.entries = entries
    this.headers = options.headers ?? {}
    this.status = options.status ?? ERROR_STATUS[entries[0].code]
  }
}

/** Creates an ApiError with a single error code. */
export function apiError(code: ErrorCode, params: readonly (string | number)[] = [], field?: string): ApiError {
  return new ApiError([{ code, params: params.map(String), ...(field !== undefined && { field }) }])
}
