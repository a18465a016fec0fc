import type { AccessMode } from './mode.ts'

/** Access mode DYNAMIC: people with a personal link may submit the form. */
export const dynamic: AccessMode = { authType: 'DYNAMIC', asksEmail: true, confirmedBy: 'at_once', opensTicket: true, usesUpSession: true }
