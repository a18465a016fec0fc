/** Seconds in which a challenge must be solved and sent, and for which a result of Google is stored. */
export const CHALLENGE_S = 600
/** Most characters of a solution; those of reCAPTCHA have about 2,500. */
export const MAX_SOLUTION_LENGTH = 8_192
