import type { AccessMode } from './mode.ts'

/**
 * Access mode DATACOLLECTION: anyone may submit the form without an e-mail address. The server opens a ticket at once,
 * without a confirmation.
 */
export const datacollection: AccessMode = { authType: 'DATACOLLECTION', asksEmail: false, confirmedBy: 'at_once', opensTicket: true }
