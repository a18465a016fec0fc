import { writeCookie } from '../../../shared/write-cookie.ts'
import { forgetReceipt } from '../send/receipt.ts'

/** Deletes the session cookie (wire contract, "Access"): after a submission for a session that allows only one, and at logout. */
export function forgetSession(customer: string): void {
  writeCookie(`otp_${customer}`, '', 0)
}

/** Deletes the drafts of a form in all versions, and the receipt, because a visitor who logs out may leave the browser to another person. */
export function forgetDrafts(customer: string): void {
  forgetReceipt(customer)
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(`draft_${customer}_`)) sessionStorage.removeItem(key)
  } catch {
    // If session storage is forbidden, nothing was stored.
  }
}
