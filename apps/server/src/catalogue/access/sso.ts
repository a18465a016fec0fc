import type { AccessMode } from './mode.ts'

/** Access mode SSO: people whom the customer's own site identifies by an encrypted message may submit the form. */
export const sso: AccessMode = { authType: 'SSO', asksEmail: true, confirmedBy: 'at_once', opensTicket: true, usesUpSession: true }
