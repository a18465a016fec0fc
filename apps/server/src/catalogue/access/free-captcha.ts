import type { AccessMode } from './mode.ts'

/**
 * Access mode FREE_CAPTCHA: anyone who solves the captcha may submit the form. The request is confirmed at once,
 * without a confirmation link by mail.
 */
export const freeCaptcha: AccessMode = { authType: 'FREE_CAPTCHA', asksEmail: true, confirmedBy: 'at_once', opensTicket: true, captcha: 'always' }
