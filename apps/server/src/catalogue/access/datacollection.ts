import type { AccessMode } from './mode.ts'

/**
 * Access mode DATACOLLECTION: anyone may submit the form without an e-mail address; the request gets its ticket at
 * once.
 */
export const datacollection: AccessMode = { authType: 'DATACOLLECTION', asksEmail: false, confirmedBy: 'at_once', opensTicket: true }
