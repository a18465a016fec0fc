import type { AccessMode } from './access-mode.ts'

/** A partner's system, by a credential of the form; the address stands in the payload. */
export const b2b: AccessMode = { authType: 'B2B', asksEmail: true, confirmedBy: 'at_once', opensTicket: true }
