/** For what is remembered a month (visitor specification, section 9). */
export const MONTH_S = 2_592_000

/** Writes a cookie of the whole site. @param seconds how long it is kept; 0 removes it */
export function writeCookie(name: string, value: string, seconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that the product supports
  document.cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=lax`
}
