/**
 * Matches only hexadecimal and named CSS colours. Other texts are not safe, because the author's text becomes the value
 * of a CSS custom property.
 */
export const CSS_COLOR = /^(?:#[0-9a-f]{3,8}|[a-z]{3,30})$/i
