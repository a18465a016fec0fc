import type { AuthType } from '@sportello/contract'

/** The rules that an access mode sets for submissions (wire contract, section “The access modes, settled”). */
export interface AccessMode {
  authType: AuthType
  /**
   * True if a request of this access mode needs an e-mail address. The server takes the address from the visitor's
   * session; if the session has none, the visitor types the address twice.
   */
  asksEmail: boolean
  /**
   * The e-mail address that the server stores if the access mode requires none. The server never sends mail to it and
   * never identifies a person by it.
   */
  placeholderEmail?: string
  /**
   * How a request of this access mode is confirmed. `link`: the request waits until the visitor opens the link in the
   * mail. `at_once`: the request counts as confirmed when it is submitted.
   */
  confirmedBy: 'link' | 'at_once'
  /**
   * True if a request of this access mode opens a ticket by default. A form step can override the default with
   * `opens_ticket`.
   */
  opensTicket: boolean
  /**
   * `always`: every submission in this access mode needs a solved captcha. `never`: no submission needs a captcha. Both
   * values override the settings of the form and its steps.
   */
  captcha?: 'always' | 'never'
  /** True if submitting a form ends the visitor's session. Set only for access modes with sessions. */
  usesUpSession?: boolean
}
