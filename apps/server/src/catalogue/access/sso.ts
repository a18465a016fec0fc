import type { AccessMode } from './mode.ts'

/** Access mode SSO: people may submit the form if the customer's own site identifies them by an encrypted message. */
export const sso: AccessMode = { authType: 'SSO', asksEmail: true, confirmedBy: 'at_once', opensTicket: true, usesUpSession: true }
