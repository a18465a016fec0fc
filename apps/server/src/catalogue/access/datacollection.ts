import type { AccessMode } from './mode.ts'

/** Anyone; no address is asked, stored and ticketed at once. */
export const datacollection: AccessMode = { authType: 'DATACOLLECTION', asksEmail: false, confirmedBy: 'at_once', opensTicket: true }
