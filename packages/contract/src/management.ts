/**
 * What an operator may do, least first: a viewer reads, an operator changes what belongs to forms, an owner also decides who operates.
 */
export const OPERATOR_ROLES = ['viewer', 'operator', 'owner'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

/** Whether a role reaches as far as another. */
export function reaches(role: OperatorRole, needed: OperatorRole): boolean {
  return OPERATOR_ROLES.indexOf(role) >= OPERATOR_ROLES.indexOf(needed)
}

/** Lines on a page of the mapping log (administrator specification, section 9). */
export const MAPPING_LOG_PAGE = 50
