import type { CallError } from '../shared/call-error.ts'

/** Error that prevents a navigation. The current page stays visible. */
export type Lost = { kind: 'refused'; error: Pick<CallError, 'errors' | 'status'> } | { kind: 'languages' }

/** The server or the connection failed, without an error from the server. */
export const UNREACHABLE: Lost = { kind: 'refused', error: { errors: [], status: 0 } }
