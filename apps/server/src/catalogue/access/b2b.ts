import type { AccessMode } from './mode.ts'

/** A partner's system, by a credential of the form; the address stands in the payload. No machine is asked whether it is one. */
export const b2b: AccessMode = { authType: 'B2B', asksEmail: true, confirmedBy: 'at_once', opensTicket: true, captcha: 'never' }
