import { randomInt } from 'node:crypto'

/** Crockford's base32: no I, L, O, U, so that a code read aloud or copied by hand stays itself. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TICKET_LENGTH = 8
const OTP_DIGITS = 6

/** `ticket_prefix` and eight random characters (40 bits): unguessable, and unique by the table's constraint. */
export function newTicket(prefix: string): string {
  return prefix + Array.from({ length: TICKET_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

export function newOtp(): string {
  return String(randomInt(10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0')
}
