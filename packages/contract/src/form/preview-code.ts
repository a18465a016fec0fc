/**
 * The first character of a preview's code. The code takes the place of a customer's code in visitors' URLs. No
 * customer's code contains this character, so a preview is never mistaken for a customer.
 */
export const PREVIEW_MARK = '~'

/** Returns whether a code in a URL is the code of a preview of a draft. */
export const isPreviewCode = (code: string): boolean => code.startsWith(PREVIEW_MARK)
