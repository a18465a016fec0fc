import { type AuthType, type CustomerConfiguration, freeAuthTypeOf } from '@sportello/contract'

/**
 * Returns the visitor's access mode. With a session, this is the mode of the session. Without a session, it is the
 * first
 * mode of the form that needs none (wire contract, section "The access modes, settled").
 */
export function authTypeOf({ session, auth_type: types }: Pick<CustomerConfiguration, 'session' | 'auth_type'>): AuthType | undefined {
  return session?.auth_type ?? freeAuthTypeOf(types)
}

/**
 * What the visitor must provide before the page submits the request: an e-mail address, an e-mail address and a
 * captcha, a confirmation of the known e-mail address, or nothing.
 */
export type AskedBeforeSend = 'email' | 'email_captcha' | 'identity' | 'nothing'

const ASKED: { [T in AuthType]: AskedBeforeSend } = {
  FREE: 'email',
  FREE_CAPTCHA: 'email_captcha',
  AUTORESPONDER: 'email',
  DATACOLLECTION: 'nothing',
  SURVEY: 'nothing',
  SSO: 'identity',
  LOGIN: 'identity',
  TOKEN_LOGIN: 'identity',
  DYNAMIC: 'identity',
  B2B: 'nothing',
}

/** Returns the e-mail addresses that are known about the visitor from the session. */
export function knownEmails({ metadata }: Pick<CustomerConfiguration, 'metadata'>): readonly string[] {
  const email = metadata?.email
  return Array.isArray(email) ? email.filter((each): each is string => typeof each === 'string') : []
}

/**
 * Returns what the visitor must provide before the page submits the request (visitor specification, section 4,
 * "Submit"). A signed-in visitor whose e-mail address is unknown must enter one too.
 */
export function askedBeforeSend(config: CustomerConfiguration): AskedBeforeSend {
  const type = authTypeOf(config)
  const asked = type === undefined ? 'nothing' : ASKED[type]
  // The preview of a draft does not show the captcha.
  if (asked === 'email_captcha' && config.preview) return 'email'
  return asked === 'identity' && knownEmails(config).length === 0 ? 'email' : asked
}
