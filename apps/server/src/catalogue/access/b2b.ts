import type { AccessMode } from './mode.ts'

/**
 * Access mode B2B: a partner's system submits the form with its API credential and without a captcha. The payload
 * contains the e-mail address.
 */
export const b2b: AccessMode = { authType: 'B2B', asksEmail: true, confirmedBy: 'at_once', opensTicket: true, captcha: 'never' }
