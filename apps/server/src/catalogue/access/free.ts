import type { AccessMode } from './mode.ts'

/**
 * Access mode FREE: anyone may submit the form. The request waits until the visitor confirms it by mail (double
 * opt-in).
 */
export const free: AccessMode = { authType: 'FREE', asksEmail: true, confirmedBy: 'link', opensTicket: true }
