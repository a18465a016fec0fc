import type { AccessMode } from './mode.ts'

/** Anyone who solves the captcha; confirmed by the send itself, without a link. */
export const freeCaptcha: AccessMode = { authType: 'FREE_CAPTCHA', asksEmail: true, confirmedBy: 'at_once', opensTicket: true, captcha: 'always' }
