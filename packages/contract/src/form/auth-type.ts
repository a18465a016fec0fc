/** How visitors may come to a form (both specifications, "Enumerations"). */
export const AUTH_TYPES = ['FREE', 'LOGIN', 'SSO', 'AUTORESPONDER', 'DATACOLLECTION', 'B2B', 'DYNAMIC', 'FREE_CAPTCHA', 'SURVEY', 'TOKEN_LOGIN'] as const

export type AuthType = (typeof AUTH_TYPES)[number]

export function isAuthType(value: unknown): value is AuthType {
  return AUTH_TYPES.some((type) => type === value)
}

const FREE_AUTH_TYPES: readonly AuthType[] = ['FREE', 'FREE_CAPTCHA', 'DATACOLLECTION']

/** Whether a mode asks for no session (both specifications, section 9). */
export function isFreeAuthType(type: string): boolean {
  return FREE_AUTH_TYPES.some((free) => free === type)
}

/** Whether a visitor without a session fills the form in as a survey: it is listed together with a free mode (wire contract, "Access"). */
export function isSurvey(authTypes: readonly AuthType[]): boolean {
  return authTypes.includes('SURVEY') && authTypes.some((type) => FREE_AUTH_TYPES.includes(type))
}

/**
 * How a visitor without a session code is treated: as a survey's, else by the first mode listed that needs no session; undefined where
 * the form admits none (wire contract, "The access modes, settled").
 */
export function freeAuthTypeOf(authTypes: readonly AuthType[]): AuthType | undefined {
  if (isSurvey(authTypes)) return 'SURVEY'
  return authTypes.find((type) => FREE_AUTH_TYPES.includes(type) || type === 'AUTORESPONDER')
}
