/** Maximum length of a comment on a step, in characters. */
export const MAX_COMMENT_LENGTH = 2_000

/** Maximum length of a reviewer's name and of a review link's name, in characters. */
export const MAX_REVIEWER_NAME_LENGTH = 80

/**
 * HTTP header with a random key that a reviewer's browser stores. The server uses it to recognise the comments written
 * in that browser.
 */
export const REVIEW_KEY_HEADER = 'x-review-key'
