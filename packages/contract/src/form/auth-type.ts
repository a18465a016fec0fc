/** Access modes of a form (both specifications, "Enumerations"). */
export const AUTH_TYPES = ['FREE', 'LOGIN', 'SSO', 'AUTORESPONDER', 'DATACOLLECTION', 'B2B', 'DYNAMIC', 'FREE_CAPTCHA', 'SURVEY', 'TOKEN_LOGIN'] as const

/** Access modes that a preview can simulate. B2B is excluded, because partners' systems see no pages. */
export const PREVIEW_MODES = AUTH_TYPES.filter((type) => type !== 'B2B')

export type AuthType = (typeof AUTH_TYPES)[number]

export function isAuthType(value: unknown): value is AuthType {
  return AUTH_TYPES.some((type) => type === value)
}

const FREE_AUTH_TYPES: readonly AuthType[] = ['FREE', 'FREE_CAPTCHA', 'DATACOLLECTION']

/** Returns true if visitors need no session in this access mode (both specifications, section 9). */
export function isFreeAuthType(type: string): boolean {
  return FREE_AUTH_TYPES.some((free) => free === type)
}

/**
 * Returns true if visitors without a session fill in the form as a survey. This requires that the form's access modes
 * include SURVEY and a mode that needs no session (wire contract, "Access").
 */
export function isSurvey(authTypes: readonly AuthType[]): boolean {
  return authTypes.includes('SURVEY') && authTypes.some((type) => FREE_AUTH_TYPES.includes(type))
}

/**
 * Returns the access mode of visitors without a session: SURVEY if the form is a survey, otherwise the first listed
 * mode that needs no session; undefined if the form requires a session (wire contract, section "The access modes,
 * settled").
 */
export function freeAuthTypeOf(authTypes: readonly AuthType[]): AuthType | undefined {
  if (isSurvey(authTypes)) return 'SURVEY'
  return authTypes.find((type) => FREE_AUTH_TYPES.includes(type) || type === 'AUTORESPONDER')
}
