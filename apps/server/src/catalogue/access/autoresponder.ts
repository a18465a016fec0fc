import type { AccessMode } from './mode.ts'

/** Anyone; double opt-in by mail, answered by the success mail alone. */
export const autoresponder: AccessMode = { authType: 'AUTORESPONDER', asksEmail: true, confirmedBy: 'link', opensTicket: false }
