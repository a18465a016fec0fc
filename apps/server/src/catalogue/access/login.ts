import type { AccessMode } from './mode.ts'

/** Whoever knows an account's user name and password. */
export const login: AccessMode = { authType: 'LOGIN', asksEmail: true, confirmedBy: 'at_once', opensTicket: true, usesUpSession: true }
