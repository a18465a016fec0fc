const MAX_CODE = 64

/** Greek letters that Unicode does not decompose into Latin ones (ISO 843, simplified). */
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

/** Returns a text as an ASCII slug of at most 64 characters, such as "buche-stradali"; empty if no letter or digit is left. */
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
 * Converts a name into a valid code. A valid name is returned unchanged; in other names `_` replaces every run of
 * invalid characters. The result is empty if no valid character is left.
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

/** Makes codes that are unique in one form. If a code is already used, the new code gets a number. */
export class Codes {
  readonly #taken = new Set<string>(['__proto__'])
  /** The last number that was added to each code, so that making many codes from equal names takes linear time. */
  readonly #last = new Map<string, number>()

  /** Returns a unique code made from a technical name, such as the name of a question. */
  fromName(name: string, fallback: string): string {
    return this.#unique(codeOf(name) || fallback)
  }

  /** Returns a unique code made from a title for people. */
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
