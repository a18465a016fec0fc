/** Forgets who came in (wire contract, "Access": the cookie): after a send that used the session up, and at logout. */
export function forgetSession(customer: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that the product supports
  document.cookie = `otp_${customer}=; path=/; max-age=0; samesite=lax`
}
