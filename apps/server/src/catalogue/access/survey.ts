import type { AccessMode } from './mode.ts'

/**
 * The address that surveys are stored with (visitor specification, section 4: "a fixed placeholder e-mail address"). The top-level
 * domain is reserved for what exists nowhere (RFC 2606), so a mail that went there by mistake would reach nobody.
 */
export const SURVEY_EMAIL = 'survey@placeholder.invalid'

/** Anyone; no address is asked, stored and confirmed at once, without a ticket. */
export const survey: AccessMode = { authType: 'SURVEY', asksEmail: false, placeholderEmail: SURVEY_EMAIL, confirmedBy: 'at_once', opensTicket: false }
