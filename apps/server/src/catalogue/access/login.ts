import type { AccessMode } from './mode.ts'

/** LOGIN: people with an account of the form may send. */
export const login: AccessMode = { authType: 'LOGIN', asksEmail: true, confirmedBy: 'at_once', opensTicket: true, usesUpSession: true }
