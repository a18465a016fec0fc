import type { AccessMode } from './mode.ts'

/** FREE: anyone may send; the request waits for a confirmation by mail (double opt-in). */
export const free: AccessMode = { authType: 'FREE', asksEmail: true, confirmedBy: 'link', opensTicket: true }
