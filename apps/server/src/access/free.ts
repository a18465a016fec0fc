import type { AccessMode } from './access-mode.ts'

/** Anyone; double opt-in by mail. */
export const free: AccessMode = { authType: 'FREE', asksEmail: true, confirmedBy: 'link', opensTicket: true }
