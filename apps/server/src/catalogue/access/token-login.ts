import type { AccessMode } from './mode.ts'

/** TOKEN_LOGIN: people with a token and the matching further data may send. */
export const tokenLogin: AccessMode = { authType: 'TOKEN_LOGIN', asksEmail: true, confirmedBy: 'at_once', opensTicket: true, usesUpSession: true }
