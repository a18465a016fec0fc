import { writeCookie } from '../../../shared/write-cookie.ts'

/** Forgets who came in (wire contract, "Access": the cookie): after a send that used the session up, and at logout. */
export function forgetSession(customer: string): void {
  writeCookie(`otp_${customer}`, '', 0)
}
