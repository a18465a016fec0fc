/** Seconds in which a captcha challenge must be solved and sent, and for which Google's result of a verification is stored. */
export const CHALLENGE_S = 600
/** Maximum number of characters of a captcha solution; those of reCAPTCHA have about 2,500. */
export const MAX_SOLUTION_LENGTH = 8_192
