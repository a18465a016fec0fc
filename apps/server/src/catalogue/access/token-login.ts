import type { AccessMode } from './mode.ts'

/** Access mode TOKEN_LOGIN: people with a token and matching values in the login's fields may submit the form. */
export const tokenLogin: AccessMode = { authType: 'TOKEN_LOGIN', asksEmail: true, confirmedBy: 'at_once', opensTicket: true, usesUpSession: true }
