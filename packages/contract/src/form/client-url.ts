/** Matches an http or https URL that contains only valid URL characters (administrator specification, section 5). */
export const CLIENT_URL_PATTERN = /^https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/
