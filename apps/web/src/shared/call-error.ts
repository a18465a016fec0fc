import type { ErrorEntry } from '@sportello/contract'

/** Error of an API call: either the server rejected the call, or the call did not reach the server. */
export class CallError extends Error {
  /** Errors in the server's response. Empty if the network failed or the response could not be parsed. */
  readonly errors: readonly ErrorEntry[]
  /** HTTP status of the server's response; 0 if there was no response. */
  readonly status: number
  constructor(errors: readonly ErrorEntry[], status: number) {
    super(errors[0]?.data.message ?? 'network')
    this.errors = errors
    this.status = status
  }
}
