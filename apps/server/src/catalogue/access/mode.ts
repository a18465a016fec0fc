import type { AuthType } from '@sportello/contract'

/** The rules of an access mode for a submission (wire contract, "The access modes, settled"). */
export interface AccessMode {
  authType: AuthType
  /** Whether a request needs an e-mail address: the address of the session if there is one, otherwise the visitor types it twice. */
  asksEmail: boolean
  /** The e-mail address that is stored if the access mode asks for none. The server never mails to it and never identifies a person by it. */
  placeholderEmail?: string
  /** `link`: the request waits until the visitor confirms by the mailed link. `at_once`: sending confirms it. */
  confirmedBy: 'link' | 'at_once'
  /** Whether a request opens a ticket if the form's step does not set `opens_ticket`. */
  opensTicket: boolean
  /** `always`: every submission needs a solved captcha. `never`: no submission does. Both override the form and its steps. */
  captcha?: 'always' | 'never'
  /** Whether a submission ends the session. Only modes with sessions set it. */
  usesUpSession?: boolean
}
