import type { AccessMode } from './mode.ts'

/** DATACOLLECTION: anyone may send without an e-mail address; the request gets its ticket at once. */
export const datacollection: AccessMode = { authType: 'DATACOLLECTION', asksEmail: false, confirmedBy: 'at_once', opensTicket: true }
