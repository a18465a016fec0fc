import { type InputDefinition, isBlank, isString } from '../../define-input.ts'
import { issue } from '../../issue.ts'
import { checkText, type TextSettings } from '../../text-rules.ts'

/**
 * Matches an e-mail address: word characters with optional dots, dashes or plus signs, @, a domain, and a top-level
 * domain of 2 to 63 letters (visitor specification, section 5); at most 254 characters (RFC 5321, 4.5.3.1). Quotes,
 * commas, angle brackets and control characters are not allowed, so that an accepted text is always a single address in
 * the envelope of a mail. No repeated part can match its own separator, so the match takes linear time.
 */
const ADDRESS = /^\w+(?:[.+-]+\w+)*@[A-Za-z0-9]+(?:[-]+[A-Za-z0-9]+)*(?:\.[A-Za-z0-9]+(?:[-]+[A-Za-z0-9]+)*)*\.[A-Za-z]{2,63}$/

export function isEmailAddress(value: string): boolean {
  const at = value.indexOf('@')
  return value.length <= 254 && at > 0 && at <= 64 && !value.includes('..') && ADDRESS.test(value)
}

export const email: InputDefinition<TextSettings, string> = {
  empty: '',
  written: true,
  accepts: isString,
  isEmpty: isBlank,
  check: (value, settings, context) => (isEmailAddress(value) ? checkText(value, settings, context) : issue('indirizzo_non_valido')),
  text: (value) => value,
}
