import type { IssueCode } from './issue.ts'

/** Formats of a text question that the product knows, as authors choose them with the setting `text_format`. */
export const TEXT_FORMATS = ['phone', 'iban', 'cap', 'plate', 'url'] as const

export type TextFormatName = (typeof TEXT_FORMATS)[number]

/** Width of a control by the length of its usual answer. Without a width, the control fills the column. */
export type ControlWidth = 'narrow' | 'medium'

/** Longest answers, in characters, for which a control of each width is enough. */
const ROOM = { narrow: 12, medium: 24 } as const

/** Returns the width of the control for answers of at most `length` characters; undefined if it fills the column. */
export function widthFor(length: number | undefined): ControlWidth | undefined {
  if (length === undefined || length > ROOM.medium) return undefined
  return length > ROOM.narrow ? 'medium' : 'narrow'
}

interface TextFormat {
  /** Error code of an answer that does not have the format. */
  fault: IssueCode
  /** Returns the answer as it is stored. It may be called with a stored answer again. */
  normal: (typed: string) => string
  /** Returns true if a stored answer has the format. */
  accepts: (stored: string) => boolean
  /** Returns a stored answer as people read it. By default it is shown as it is stored. */
  shown?: (stored: string) => string
  /** Attributes of the control: its on-screen keyboard, and what the browser may fill in. */
  attributes: { type?: 'tel'; inputMode: 'text' | 'tel' | 'numeric' | 'url'; autoComplete: string; width?: ControlWidth }
}

/** Removes the separators that people write in codes, and converts the letters to capitals. */
const code = (typed: string) => typed.replaceAll(/[\s.\-–/]+/g, '').toUpperCase()

/** Registry of the formats of text questions. */
const formats: Readonly<Record<TextFormatName, TextFormat>> = {
  phone: {
    fault: 'telefono_non_valido',
    normal: (typed) => typed.trim().replaceAll(/\s+/g, ' '),
    accepts: (stored) => /^\+?[\d ()./-]+$/.test(stored) && isBetween(stored.replaceAll(/\D/g, '').length, 5, 15),
    attributes: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', width: 'medium' },
  },
  iban: {
    fault: 'iban_non_valido',
    normal: code,
    accepts: isIban,
    shown: (stored) => stored.replaceAll(/(.{4})(?=.)/g, '$1 '),
    attributes: { inputMode: 'text', autoComplete: 'off' },
  },
  cap: {
    fault: 'cap_non_valido',
    normal: code,
    accepts: (stored) => /^\d{5}$/.test(stored),
    attributes: { inputMode: 'numeric', autoComplete: 'postal-code', width: 'narrow' },
  },
  plate: {
    fault: 'targa_non_valida',
    normal: code,
    accepts: (stored) => /^(?=.*\d)[A-Z\d]{4,10}$/.test(stored),
    attributes: { inputMode: 'text', autoComplete: 'off', width: 'narrow' },
  },
  url: {
    fault: 'url_non_valido',
    normal: (typed) => withScheme(typed.trim()),
    accepts: (stored) => WEB_ADDRESS.test(stored),
    attributes: { inputMode: 'url', autoComplete: 'url' },
  },
}

/** Returns the format of a text question; undefined if its author has chosen none. */
export function textFormatOf({ text_format: name }: { text_format?: TextFormatName | undefined }): TextFormat | undefined {
  return name === undefined ? undefined : formats[name]
}

function isBetween(length: number, min: number, max: number): boolean {
  return length >= min && length <= max
}

/**
 * Number of characters of an IBAN in countries whose people commonly use the product (SWIFT, IBAN Registry). In other
 * countries only the check digits are verified.
 */
const IBAN_LENGTH: Readonly<Record<string, number>> = { IT: 27, SM: 27, VA: 22, DE: 22, AT: 20, CH: 21, FR: 27, ES: 24, GR: 27, NL: 18, BE: 16, GB: 22, IE: 22 }

/** Checks the length and the check digits of an IBAN (ISO 13616 and ISO 7064, modulo 97). */
function isIban(stored: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(stored)) return false
  const length = IBAN_LENGTH[stored.slice(0, 2)]
  if (length !== undefined && stored.length !== length) return false
  let rest = 0
  for (const character of stored.slice(4) + stored.slice(0, 4)) {
    // A letter counts as two digits, from A = 10 to Z = 35.
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97
  }
  return rest === 1
}

function withScheme(typed: string): string {
  return typed === '' || /^[a-z][a-z\d+.-]*:(?!\d)/i.test(typed) ? typed : `https://${typed}`
}

/** An http or https address with a host that has at least two labels, and without a user name. */
const WEB_ADDRESS = /^https?:\/\/(?:[\p{L}\d-]+\.)+[\p{L}\d-]+(?::\d{1,5})?(?:[/?#]\S*)?$/iu
