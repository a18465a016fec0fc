import { writeCookie } from '../../../shared/write-cookie.ts'
import { forgetReceipt } from '../send/receipt.ts'

/**
 * Deletes the session cookie at logout, and after a submission if the session allows only one request (wire contract,
 * "Access").
 */
export function forgetSession(customer: string): void {
  writeCookie(`otp_${customer}`, '', 0)
}

/**
 * Deletes the receipt and the drafts for all versions of a form, because another person may use the browser after the
 * logout.
 */
export function forgetDrafts(customer: string): void {
  forgetReceipt(customer)
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(`draft_${customer}_`)) sessionStorage.removeItem(key)
  } catch {
    // Ignores the error that the browser forbids session storage; no draft can be stored in that case.
  }
}
