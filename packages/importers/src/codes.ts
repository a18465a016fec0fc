const MAX_CODE = 64

/** Replacements for Greek letters, which Unicode does not decompose into Latin letters (ISO 843, simplified). */
const GREEK: Readonly<Record<string, string>> = {
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
}

/**
 * Converts a text to an ASCII slug of at most 64 characters, such as "buche-stradali". The result is empty if the text
 * contains no letters and digits.
 */
function slugOf(text: string): string {
  return text
    .slice(0, 500)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\P{ASCII}/gu, (letter) => GREEK[letter] ?? '-')
    .replace(/[^a-z0-9_]+/g, '-')
    .slice(0, MAX_CODE)
    .replace(/^-+|-+$/g, '')
}

/**
 * Converts a name to a valid code. A valid name is returned unchanged; otherwise `_` replaces each sequence of invalid
 * characters. The result is empty if the name contains no valid character.
 */
function codeOf(name: string): string {
  return name
    .slice(0, 500)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .slice(0, MAX_CODE)
    .replace(/^_+$/, '')
}

/** Creates codes that are unique in one form. If a code is already in use, a number is added to the new code. */
export class Codes {
  readonly #taken = new Set<string>(['__proto__'])
  /**
   * The last number that was added to each code. It makes the creation of many codes from equal names take linear time.
   */
  readonly #last = new Map<string, number>()

  /** Returns a unique code derived from a technical name, such as the name of a question. */
  fromName(name: string, fallback: string): string {
    return this.#unique(codeOf(name) || fallback)
  }

  /** Returns a unique code derived from a title. */
  fromTitle(title: string, fallback: string): string {
    return this.#unique(slugOf(title) || fallback)
  }

  #unique(wanted: string): string {
    let code = wanted
    let number = this.#last.get(wanted) ?? 1
    while (this.#taken.has(code)) {
      number += 1
      code = `${wanted.slice(0, MAX_CODE - 7)}-${number}`
    }
    this.#last.set(wanted, number)
    this.#taken.add(code)
    return code
  }
}
