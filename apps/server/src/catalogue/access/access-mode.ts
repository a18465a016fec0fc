import { type AuthType, freeAuthTypeOf } from '@sportello/contract'
import { autoresponder } from './autoresponder.ts'
import { b2b } from './b2b.ts'
import { datacollection } from './datacollection.ts'
import { dynamic } from './dynamic.ts'
import { free } from './free.ts'
import { freeCaptcha } from './free-captcha.ts'
import { login } from './login.ts'
import type { AccessMode } from './mode.ts'
import { sso } from './sso.ts'
import { survey } from './survey.ts'
import { tokenLogin } from './token-login.ts'

/** The access modes of visitors without a session. */
const freeModes: Partial<Record<AuthType, AccessMode>> = {
  FREE: free,
  FREE_CAPTCHA: freeCaptcha,
  DATACOLLECTION: datacollection,
  AUTORESPONDER: autoresponder,
  SURVEY: survey,
}

/** The access mode of partners' systems. */
export const partnerMode = b2b

/** The access modes that a visitor's session can have. */
const sessionModes: Partial<Record<AuthType, AccessMode>> = { SSO: sso, LOGIN: login, TOKEN_LOGIN: tokenLogin, DYNAMIC: dynamic, SURVEY: survey }

/** Returns the access mode of a visitor without a session; undefined if the form requires a session. */
export function freeModeOf(authTypes: readonly AuthType[]): AccessMode | undefined {
  const type = freeAuthTypeOf(authTypes)
  return type && freeModes[type]
}

/** Returns the access mode of a visitor's session; undefined if the form no longer allows this mode. */
export function sessionModeOf(authTypes: readonly AuthType[], authType: string): AccessMode | undefined {
  return authTypes.map((type) => (type === authType ? sessionModes[type] : undefined)).find((mode) => mode !== undefined)
}
