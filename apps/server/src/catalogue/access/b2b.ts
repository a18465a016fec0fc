import type { AccessMode } from './mode.ts'

/** B2B: a partner's system sends with a credential of the form and the e-mail address in the payload, without a captcha. */
export const b2b: AccessMode = { authType: 'B2B', asksEmail: true, confirmedBy: 'at_once', opensTicket: true, captcha: 'never' }
