import { writeCookie } from '../../../shared/write-cookie.ts'
import { forgetReceipt } from '../send/receipt.ts'

/**
 * Deletes the session cookie at logout, and after a submission in a session that allows only one (wire contract,
 * "Access").
 */
export function forgetSession(customer: string): void {
  writeCookie(`otp_${customer}`, '', 0)
}

/**
 * Deletes the drafts of a form in all its versions, and the receipt, because a visitor who logs out may leave the
 * browser to another person.
 */
export function forgetDrafts(customer: string): void {
  forgetReceipt(customer)
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(`draft_${customer}_`)) sessionStorage.removeItem(key)
  } catch {
    // If the browser forbids session storage, no draft was stored.
  }
}
