import type { AccessMode } from './mode.ts'

/**
 * Access mode B2B: a partner's system submits the form with a credential, and with the e-mail address in the payload,
 * without a captcha.
 */
export const b2b: AccessMode = { authType: 'B2B', asksEmail: true, confirmedBy: 'at_once', opensTicket: true, captcha: 'never' }
