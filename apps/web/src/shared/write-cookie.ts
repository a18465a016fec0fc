/** Lifetime in seconds of cookies that are kept for a month (visitor specification, section 9). */
export const MONTH_S = 2_592_000

/**
 * Writes a cookie that is valid for the whole site.
 * @param seconds lifetime of the cookie; 0 deletes the cookie
 */
export function writeCookie(name: string, value: string, seconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that the product supports
  document.cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=lax`
}
