import { type AuthType, freeAuthTypeOf } from '@sportello/contract'
import { autoresponder } from './autoresponder.ts'
import { b2b } from './b2b.ts'
import { datacollection } from './datacollection.ts'
import { dynamic } from './dynamic.ts'
import { free } from './free.ts'
import { freeCaptcha } from './free-captcha.ts'
import { login } from './login.ts'
import { sso } from './sso.ts'
import { survey } from './survey.ts'
import { tokenLogin } from './token-login.ts'

/** What a mode of access means for a send (wire contract, "The access modes, settled"). */
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

/** Modes that need no session. */
const freeModes: Partial<Record<AuthType, AccessMode>> = {
  FREE: free,
  FREE_CAPTCHA: freeCaptcha,
  DATACOLLECTION: datacollection,
  AUTORESPONDER: autoresponder,
  SURVEY: survey,
}

/** The mode of a partner's system. */
export const partnerMode = b2b

/** Modes that a session can have. */
const sessionModes: Partial<Record<AuthType, AccessMode>> = { SSO: sso, LOGIN: login, TOKEN_LOGIN: tokenLogin, DYNAMIC: dynamic, SURVEY: survey }

/** How a visitor without a session code is treated; undefined where the form admits none. */
export function freeModeOf(authTypes: readonly AuthType[]): AccessMode | undefined {
  const type = freeAuthTypeOf(authTypes)
  return type && freeModes[type]
}

/** The mode of a session; undefined where the form does not list it any more. */
export function sessionModeOf(authTypes: readonly AuthType[], authType: string): AccessMode | undefined {
  return authTypes.map((type) => (type === authType ? sessionModes[type] : undefined)).find((mode) => mode !== undefined)
}
