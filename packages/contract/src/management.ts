/**
 * Roles of the office in ascending order: a viewer only reads, an operator also changes forms and their data and
 * publishes definitions, an owner also manages operators.
 */
const OFFICE_ROLES = ['viewer', 'operator', 'owner'] as const
export type OfficeRole = (typeof OFFICE_ROLES)[number]

/**
 * Roles of people who only write forms, in ascending order: a translator changes texts of drafts in some languages, an
 * author edits drafts, a publisher also publishes them. None of them reads visitors' data.
 */
const AUTHORING_ROLES = ['translator', 'author', 'publisher'] as const
export type AuthoringRole = (typeof AUTHORING_ROLES)[number]

/** Roles of operators, in the order in which the dashboard offers them. */
export const OPERATOR_ROLES = ['viewer', ...AUTHORING_ROLES, 'operator', 'owner'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

/**
 * Returns whether an operator's role includes the rights of the office role `needed`. Author roles never include them.
 */
export function reaches(role: OperatorRole, needed: OfficeRole): boolean {
  return OFFICE_ROLES.indexOf(role as OfficeRole) >= OFFICE_ROLES.indexOf(needed)
}

/** The minimum roles for an action: an office role, and an author role if authors may perform the action. */
export interface NeededRole {
  role: OfficeRole
  authoring?: AuthoringRole | undefined
}

/** Returns whether an operator's role is sufficient for an action that requires one of the roles `needed`. */
export function isAllowed(role: OperatorRole, { role: office, authoring }: NeededRole): boolean {
  const rank = AUTHORING_ROLES.indexOf(role as AuthoringRole)
  return rank < 0 ? reaches(role, office) : authoring !== undefined && rank >= AUTHORING_ROLES.indexOf(authoring)
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
