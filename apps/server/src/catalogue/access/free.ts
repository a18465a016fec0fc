import type { AccessMode } from './mode.ts'

/** Access mode FREE: anyone may submit the form; the request waits for a confirmation by mail (double opt-in). */
export const free: AccessMode = { authType: 'FREE', asksEmail: true, confirmedBy: 'link', opensTicket: true }
