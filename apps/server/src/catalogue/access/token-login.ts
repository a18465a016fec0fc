import type { AccessMode } from './mode.ts'

/**
 * Access mode TOKEN_LOGIN: people may submit the form if they have a token and type the matching values in the fields
 * of the login.
 */
export const tokenLogin: AccessMode = { authType: 'TOKEN_LOGIN', asksEmail: true, confirmedBy: 'at_once', opensTicket: true, usesUpSession: true }
