import type { AccessMode } from './mode.ts'

/**
 * Access mode TOKEN_LOGIN: to submit the form, people log in with a token. On the login page they also type some
 * personal
 * data, such as a surname, which must equal the data stored with the token.
 */
export const tokenLogin: AccessMode = { authType: 'TOKEN_LOGIN', asksEmail: true, confirmedBy: 'at_once', opensTicket: true, usesUpSession: true }
