import { randomInt } from 'node:crypto'
import { readableCode } from '../../catalogue/access/rules.ts'

const TICKET_LENGTH = 8
const OTP_DIGITS = 6

/**
 * Returns a new ticket code: the setting `ticket_prefix` followed by eight random characters (40 bits). A unique
 * constraint in the database rejects duplicates.
 */
export function newTicket(prefix: string): string {
  return prefix + readableCode(TICKET_LENGTH)
}

/** Returns a one-time code of six random digits. */
export function newOtp(): string {
  return String(randomInt(10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0')
}
