import { ERROR_STATUS, type ErrorCode } from '@sportello/contract'

/** One entry of a refusal. */
export interface FaultEntry {
  code: ErrorCode
  params?: readonly string[]
  field?: string
  /** Where to lead the visitor, where the code alone does not say it. */
  redirect?: string
}

/** A refusal in the terms of the error catalogue. Handlers throw it; one place renders it in the person's language. */
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

export function fault(code: ErrorCode, params: readonly (string | number)[] = [], field?: string): Fault {
  return new Fault([{ code, params: params.map(String), ...(field !== undefined && { field }) }])
}
