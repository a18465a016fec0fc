/** Seconds in which a challenge must be solved and sent; a solution that was verified elsewhere is remembered for as long. */
export const CHALLENGE_S = 600
/** Characters of the longest solution: those of reCAPTCHA have about 2,500. */
export const MAX_SOLUTION_LENGTH = 8_192
