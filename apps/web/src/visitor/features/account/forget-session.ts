import { writeCookie } from '../../../shared/write-cookie.ts'
import { forgetReceipt } from '../send/receipt.ts'

/** Forgets who came in (wire contract, "Access": the cookie): after a send that used the session up, and at logout. */
export function forgetSession(customer: string): void {
  writeCookie(`otp_${customer}`, '', 0)
}

/** Forgets what was typed into a form, in whichever version, and what was sent: a visitor who leaves may leave the browser to somebody else. */
export function forgetDrafts(customer: string): void {
  forgetReceipt(customer)
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(`draft_${customer}_`)) sessionStorage.removeItem(key)
  } catch {
    // Where storage is forbidden nothing was kept.
  }
}
