import type { AccessMode } from './mode.ts'

/** Whoever knows a token and the extra fields that its step asks for. */
export const tokenLogin: AccessMode = { authType: 'TOKEN_LOGIN', asksEmail: true, confirmedBy: 'at_once', opensTicket: true, usesUpSession: true }
