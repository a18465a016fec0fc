import type { AccessMode } from './mode.ts'

/**
 * The e-mail address that the server stores with a survey's answers (visitor specification, section 4: "a fixed
 * placeholder e-mail address"). Its top-level domain never exists (RFC 2606), so a mail sent to it by mistake reaches
 * nobody.
 */
export const SURVEY_EMAIL = 'survey@placeholder.invalid'

/**
 * Access mode SURVEY: anyone may submit the form without an e-mail address; the request is confirmed at once and opens
 * no ticket.
 */
export const survey: AccessMode = { authType: 'SURVEY', asksEmail: false, placeholderEmail: SURVEY_EMAIL, confirmedBy: 'at_once', opensTicket: false }
