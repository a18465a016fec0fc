/**
 * First character of every preview code. A preview code replaces the customer's code in URLs. Customer codes cannot
 * contain this character, so a preview cannot be confused with a customer.
 */
export const PREVIEW_MARK = '~'

/** Returns true if a code in a URL is the code of a preview. */
export const isPreviewCode = (code: string): boolean => code.startsWith(PREVIEW_MARK)
