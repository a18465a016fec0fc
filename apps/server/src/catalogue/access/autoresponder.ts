import type { AccessMode } from './mode.ts'

/**
 * Access mode AUTORESPONDER: anyone may submit the form. After the visitor has confirmed the request by mail, the
 * server sends only the success mail and opens no ticket.
 */
export const autoresponder: AccessMode = { authType: 'AUTORESPONDER', asksEmail: true, confirmedBy: 'link', opensTicket: false }
