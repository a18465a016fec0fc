import { type AuthType, type CustomerConfiguration, freeAuthTypeOf } from '@sportello/contract'

/** How this visitor is treated: by the session's mode, else by the first mode of the form that needs none (wire contract, "The access modes, settled"). */
export function authTypeOf({ session, auth_type: types }: Pick<CustomerConfiguration, 'session' | 'auth_type'>): AuthType | undefined {
  return session?.auth_type ?? freeAuthTypeOf(types)
}

/** What a visitor is asked before the request leaves: an address, an address and a captcha, whether the known one is right, or nothing. */
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

/** The person's addresses, as the session knows them. */
export function knownEmails({ metadata }: Pick<CustomerConfiguration, 'metadata'>): readonly string[] {
  const email = metadata?.email
  return Array.isArray(email) ? email.filter((each): each is string => typeof each === 'string') : []
}

/** visitor specification, section 4, "Submit". Who has no known address is asked for one. */
export function askedBeforeSend(config: CustomerConfiguration): AskedBeforeSend {
  const type = authTypeOf(config)
  const asked = type === undefined ? 'nothing' : ASKED[type]
  return asked === 'identity' && knownEmails(config).length === 0 ? 'email' : asked
}
