/**
 * Seconds within which a visitor must solve a captcha and submit the form. The server stores Google's acceptance of a
 * solution for the same time.
 */
export const CHALLENGE_S = 600
/** Maximum number of characters of a captcha solution; a reCAPTCHA token has about 2,500. */
export const MAX_SOLUTION_LENGTH = 8_192
