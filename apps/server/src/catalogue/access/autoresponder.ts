import type { AccessMode } from './mode.ts'

/** AUTORESPONDER: anyone may send; after the confirmation by mail, the success mail is the only answer. */
export const autoresponder: AccessMode = { authType: 'AUTORESPONDER', asksEmail: true, confirmedBy: 'link', opensTicket: false }
