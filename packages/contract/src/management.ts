/**
 * What an operator may do, least first: a viewer reads, an operator changes what belongs to forms, an owner also decides who operates.
 */
export const OPERATOR_ROLES = ['viewer', 'operator', 'owner'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

/** Whether a role reaches as far as another. */
export function reaches(role: OperatorRole, needed: OperatorRole): boolean {
  return OPERATOR_ROLES.indexOf(role) >= OPERATOR_ROLES.indexOf(needed)
}

/** How an operator's session was entered; `link` is the address of the command line. */
export const OPERATOR_WAYS = ['link', 'password', 'password+code', 'password+passkey', 'passkey', 'provider'] as const
export type OperatorWay = (typeof OPERATOR_WAYS)[number]

/** Lines on a page of the mapping log (administrator specification, section 9). */
export const MAPPING_LOG_PAGE = 50

/** Of a token: `unused` and `used` may still log in, but for a used one of a single use; `revoked` by an operator or by five wrong tries. */
export const TOKEN_STATES = ['unused', 'used', 'revoked'] as const

/** Of a personal link: used is one by which something was sent; an expired or a revoked one opens nothing. */
export const LINK_STATES = ['unused', 'used', 'expired', 'revoked'] as const

/** Accounts of one table: each password costs a fraction of a second of a core, and the operator waits for the answer. */
export const MAX_ACCOUNT_ROWS = 1_000
export const MAX_TOKEN_ROWS = 5_000
