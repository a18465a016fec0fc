import type { AccessMode } from './mode.ts'

/** Whom the customer's own site vouches for, by a sealed message. */
export const sso: AccessMode = { authType: 'SSO', asksEmail: true, confirmedBy: 'at_once', opensTicket: true, usesUpSession: true }
