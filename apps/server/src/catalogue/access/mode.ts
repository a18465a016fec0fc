import type { AuthType } from '@sportello/contract'

/** The rules of an access mode for a submission (wire contract, "The access modes, settled"). */
export interface AccessMode {
  authType: AuthType
  /** Whether a request needs an address: the session's own where it has one, else typed twice. */
  asksEmail: boolean
  /** The address that stands in for the one which is not asked; nothing is ever mailed to it, and it names no person. */
  placeholderEmail?: string
  /** `link`: parked until the mailed link is opened. `at_once`: confirmed by the send itself. */
  confirmedBy: 'link' | 'at_once'
  /** Whether a request becomes a ticket unless its step says otherwise. */
  opensTicket: boolean
  /** Whether every send must carry a solved captcha, whatever the form and its steps say; `never`: not even then. */
  captcha?: 'always' | 'never'
  /** Whether a send uses the session up; said of modes that have sessions. */
  usesUpSession?: boolean
}
