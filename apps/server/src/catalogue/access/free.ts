import type { AccessMode } from './mode.ts'

/** Anyone; double opt-in by mail. */
export const free: AccessMode = { authType: 'FREE', asksEmail: true, confirmedBy: 'link', opensTicket: true }
