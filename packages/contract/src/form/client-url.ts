/**
 * Matches an http or https URL that consists only of characters valid in URLs (administrator specification, section 5).
 */
export const CLIENT_URL_PATTERN = /^https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/
