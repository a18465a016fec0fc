/** Up to this number the rows of a kind are counted that a change affects. */
export const IMPACT_COUNTED = 10_000
