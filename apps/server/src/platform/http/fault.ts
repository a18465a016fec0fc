import { ERROR_STATUS, type ErrorCode } from '@sportello/contract'

/** One error of an error response. */
export interface FaultEntry {
  code: ErrorCode
  params?: readonly string[]
  field?: string
  /** The page to open next; by default the one that belongs to the code. */
  redirect?: string
}

/** An error of the catalogue that the client receives. Handlers throw it; the error handler renders it in the visitor's language. */
export class Fault extends Error {
  readonly entries: readonly [FaultEntry, ...FaultEntry[]]
  readonly headers: Readonly<Record<string, string>>
  readonly status: number

  constructor(entries: readonly [FaultEntry, ...FaultEntry[]], options: { status?: number; headers?: Record<string, string>; cause?: unknown } = {}) {
    super(entries.map((entry) => entry.code).join(', '), { cause: options.cause })
    this.entries = entries
    this.headers = options.headers ?? {}
    this.status = options.status ?? ERROR_STATUS[entries[0].code]
  }
}

/** Makes a Fault with a single entry. */
export function fault(code: ErrorCode, params: readonly (string | number)[] = [], field?: string): Fault {
  return new Fault([{ code, params: params.map(String), ...(field !== undefined && { field }) }])
}
