import type { AuthType } from '@sportello/contract'

/** The rules of an access mode for a submission (wire contract, "The access modes, settled"). */
export interface AccessMode {
  authType: AuthType
  /**
   * Whether a request needs an e-mail address. The server takes it from the session; without one in the session, the
   * visitor types it twice.
   */
  asksEmail: boolean
  /** The e-mail address that is stored if the access mode asks for none. The server never mails to it and never identifies a person by it. */
  placeholderEmail?: string
  /**
   * `link`: the request waits until the visitor opens the link in the mail. `at_once`: the request counts as confirmed
   * when it is submitted.
   */
  confirmedBy: 'link' | 'at_once'
  /** Whether a request opens a ticket if the form's step does not set `opens_ticket`. */
  opensTicket: boolean
  /**
   * `always`: every submission needs a solved captcha. `never`: no submission needs one. Both override the settings of
   * the form and its steps.
   */
  captcha?: 'always' | 'never'
  /** Whether a submission ends the visitor's session. Only access modes with sessions set this property. */
  usesUpSession?: boolean
}
