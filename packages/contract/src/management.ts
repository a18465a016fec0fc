/**
 * Office roles in ascending order. A viewer can only read. An operator can also change forms and their data and publish
 * definitions. An owner can also manage operators.
 */
const OFFICE_ROLES = ['viewer', 'operator', 'owner'] as const
export type OfficeRole = (typeof OFFICE_ROLES)[number]

/**
 * Roles for people who only write forms, in ascending order. A translator changes texts of drafts in certain languages,
 * an author edits drafts, and a publisher also publishes them. None of these roles can read visitors' data.
 */
const AUTHORING_ROLES = ['translator', 'author', 'publisher'] as const
export type AuthoringRole = (typeof AUTHORING_ROLES)[number]

/**
 * Roles for people who only work on requests, in ascending order. An agent works on requests that are the agent's own or nobody's.
 * A supervisor works on all requests of the desk, assigns them, and reads its figures. Operators and owners can do that too.
 */
const DESK_ROLES = ['agent', 'supervisor'] as const
export type DeskRole = (typeof DESK_ROLES)[number]

/** All roles of operators, in the order in which the dashboard lists them. */
export const OPERATOR_ROLES = ['viewer', ...AUTHORING_ROLES, ...DESK_ROLES, 'operator', 'owner'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

/**
 * Returns true if an operator's role includes the rights of the office role `needed`. The roles of authors and of the desk never
 * include the rights of an office role.
 */
export function reaches(role: OperatorRole, needed: OfficeRole): boolean {
  return OFFICE_ROLES.indexOf(role as OfficeRole) >= OFFICE_ROLES.indexOf(needed)
}

/** The minimum roles for an action: an office role and, if others may also perform the action, a role of authors or of the desk. */
export interface NeededRole {
  role: OfficeRole
  authoring?: AuthoringRole | undefined
  /** The lowest role of the desk that may also perform the action. */
  desk?: DeskRole | undefined
}

/** Returns true if an operator's role is sufficient for an action with the given minimum roles. */
export function isAllowed(role: OperatorRole, { role: office, authoring, desk }: NeededRole): boolean {
  const deskRank = DESK_ROLES.indexOf(role as DeskRole)
  if (deskRank >= 0) return desk !== undefined && deskRank >= DESK_ROLES.indexOf(desk)
  const rank = AUTHORING_ROLES.indexOf(role as AuthoringRole)
  return rank < 0 ? reaches(role, office) : authoring !== undefined && rank >= AUTHORING_ROLES.indexOf(authoring)
}

/** The roles that may work on requests. */
export const WORKS_ON_DESK = { role: 'operator', desk: 'agent' } as const satisfies NeededRole

/** The roles that see the figures of visits. */
export const SEES_VISITS = { role: 'viewer', authoring: 'author' } as const satisfies NeededRole

/** The roles that work on all requests, merge them, and share lists of them. */
export const LEADS_DESK = { role: 'operator', desk: 'supervisor' } as const satisfies NeededRole

/**
 * Methods with which operators sign in to the dashboard. `link` is a one-time URL from the CLI command `admin link`.
 */
export const OPERATOR_WAYS = ['link', 'password', 'password+code', 'password+passkey', 'passkey', 'provider'] as const
export type OperatorWay = (typeof OPERATOR_WAYS)[number]

/** Number of lines on one page of the mapping log (administrator specification, section 9). */
export const MAPPING_LOG_PAGE = 50

/**
 * States of a login token. Visitors can log in with `unused` and `used` tokens, unless a used token is for single use.
 * A token becomes `revoked` through an operator, or after five wrong attempts.
 */
export const TOKEN_STATES = ['unused', 'used', 'revoked'] as const

/**
 * States of a personal link. `used` means that a visitor has submitted a request with the link. `expired` and `revoked`
 * links do not open a session.
 */
export const LINK_STATES = ['unused', 'used', 'expired', 'revoked'] as const

/**
 * Maximum number of accounts in one import. The operator must wait while each password is hashed, which takes a
 * fraction of a second of CPU time.
 */
export const MAX_ACCOUNT_ROWS = 1_000
export const MAX_TOKEN_ROWS = 5_000
