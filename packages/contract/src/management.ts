/**
 * Roles of operators in ascending order: a viewer only reads, an operator also changes forms and their data, an owner
 * also manages operators.
 */
export const OPERATOR_ROLES = ['viewer', 'operator', 'owner'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

/** Returns whether an operator's role includes the rights of the role `needed`. */
export function reaches(role: OperatorRole, needed: OperatorRole): boolean {
  return OPERATOR_ROLES.indexOf(role) >= OPERATOR_ROLES.indexOf(needed)
}

/** Methods by which operators sign in to the dashboard; `link` is the one-time URL that the command line prints. */
export const OPERATOR_WAYS = ['link', 'password', 'password+code', 'password+passkey', 'passkey', 'provider'] as const
export type OperatorWay = (typeof OPERATOR_WAYS)[number]

/** Number of lines on a page of the mapping log (administrator specification, section 9). */
export const MAPPING_LOG_PAGE = 50

/**
 * States of a login token. A visitor can log in with `unused` and `used` tokens, except with a used single-use token. A
 * token is `revoked` by an operator or after five wrong attempts.
 */
export const TOKEN_STATES = ['unused', 'used', 'revoked'] as const

/**
 * States of a personal link. `used`: a visitor has submitted a request with the link. `expired` and `revoked` links
 * open no session.
 */
export const LINK_STATES = ['unused', 'used', 'expired', 'revoked'] as const

/**
 * Maximum number of accounts in one import. Hashing each password takes a fraction of a second of a CPU core, while the
 * operator waits.
 */
export const MAX_ACCOUNT_ROWS = 1_000
export const MAX_TOKEN_ROWS = 5_000
