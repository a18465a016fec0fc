import type { AccessMode } from './mode.ts'

/**
 * Access mode TOKEN_LOGIN: people may submit the form if they have a token and type the values that belong to it in the
 * fields of the login page.
 */
export const tokenLogin: AccessMode = { authType: 'TOKEN_LOGIN', asksEmail: true, confirmedBy: 'at_once', opensTicket: true, usesUpSession: true }
