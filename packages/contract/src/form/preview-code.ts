/**
 * The first character of a preview's code, which stands where a customer's code stands in the addresses of visitors. No customer's code contains it, so a
 * preview is never mistaken for a customer.
 */
export const PREVIEW_MARK = '~'

/** Returns whether a code in an address is that of a preview of a draft. */
export const isPreviewCode = (code: string): boolean => code.startsWith(PREVIEW_MARK)
