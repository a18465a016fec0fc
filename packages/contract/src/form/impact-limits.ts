/** Maximum number of affected rows of each kind that the server counts before a change. */
export const IMPACT_COUNTED = 10_000
