/** Maximum number of affected rows of each kind that the server counts for the report on the impact of a change. */
export const IMPACT_COUNTED = 10_000
