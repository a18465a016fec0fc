import type { AccessMode } from './mode.ts'

/**
 * Access mode AUTORESPONDER: anyone may submit the form; after the confirmation by mail, the success mail is the only
 * answer.
 */
export const autoresponder: AccessMode = { authType: 'AUTORESPONDER', asksEmail: true, confirmedBy: 'link', opensTicket: false }
