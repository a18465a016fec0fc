import type { AccessMode } from './mode.ts'

/** Access mode LOGIN: people who have an account for this form may submit it. */
export const login: AccessMode = { authType: 'LOGIN', asksEmail: true, confirmedBy: 'at_once', opensTicket: true, usesUpSession: true }
