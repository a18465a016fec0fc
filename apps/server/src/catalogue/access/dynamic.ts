import type { AccessMode } from './mode.ts'

/** DYNAMIC: people with a personal link may send. */
export const dynamic: AccessMode = { authType: 'DYNAMIC', asksEmail: true, confirmedBy: 'at_once', opensTicket: true, usesUpSession: true }
