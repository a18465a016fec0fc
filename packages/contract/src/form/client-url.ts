/** An address with http or https, of the characters that addresses have (administrator specification, section 5). */
export const CLIENT_URL_PATTERN = /^https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/
