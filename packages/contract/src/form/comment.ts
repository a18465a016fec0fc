/** Maximum number of characters of a comment on a step. */
export const MAX_COMMENT_LENGTH = 2_000

/** Maximum number of characters of the name that a reviewer types, and of the name of a link for reviewers. */
export const MAX_REVIEWER_NAME_LENGTH = 80

/** Header with the random key of a reviewer's browser, by which the server recognises the reviewer's own comments. */
export const REVIEW_KEY_HEADER = 'x-review-key'
