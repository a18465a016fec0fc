import type { AccessMode } from './mode.ts'

/** Whoever holds a personal link. */
export const dynamic: AccessMode = { authType: 'DYNAMIC', asksEmail: true, confirmedBy: 'at_once', opensTicket: true, usesUpSession: true }
