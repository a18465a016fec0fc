/** A part of a text: words, or a code that a translation keeps as it is, which is a tag of HTML or a variable. */
export interface InlinePart {
  kind: 'words' | 'code'
  text: string
}

const VARIABLE = /\{\{.*?\}\}/gs
/** Tags and comments of cleaned HTML, in whose attributes `<` and `>` are escaped, and variables. */
const TAG_OR_VARIABLE = /<!--.*?-->|<\/?[a-z][^<>]*>|\{\{.*?\}\}/gis

/** Splits a text into words and codes. Joined together, the parts are the text. */
export const inlineParts = (text: string, isHtml: boolean): InlinePart[] => splitByCodes(text, isHtml ? TAG_OR_VARIABLE : VARIABLE)

/** Splits a text into words, and the codes that a global pattern finds. */
export function splitByCodes(text: string, pattern: RegExp): InlinePart[] {
  const parts: InlinePart[] = []
  let from = 0
  const add = (kind: InlinePart['kind'], part: string): void => void (part !== '' && parts.push({ kind, text: part }))
  for (const { 0: code, index } of text.matchAll(pattern)) {
    add('words', text.slice(from, index))
    add('code', code)
    from = index + code.length
  }
  add('words', text.slice(from))
  return parts
}

/** The codes of an original that its translation lacks, and those that the translation has in addition. */
export interface CodeDifference {
  missing: string[]
  extra: string[]
}

/** Compares the codes in two texts. Their order is free, because words of another language come in another order. */
export const codeDifference = (source: string, target: string, isHtml: boolean): CodeDifference =>
  listDifference(codesIn(source, isHtml), codesIn(target, isHtml))

/** Compares two lists of codes. A code that occurs twice in one list must occur twice in the other. */
export function listDifference(source: readonly string[], target: readonly string[]): CodeDifference {
  const extra = [...target]
  const missing = source.filter((code) => {
    const at = extra.indexOf(code)
    if (at >= 0) extra.splice(at, 1)
    return at < 0
  })
  return { missing, extra }
}

/** Returns true if two texts have the same codes, in any order. */
export function hasSameCodes(one: string, other: string, isHtml: boolean): boolean {
  const { missing, extra } = codeDifference(one, other, isHtml)
  return missing.length === 0 && extra.length === 0
}

const codesIn = (text: string, isHtml: boolean): string[] => text.match(isHtml ? TAG_OR_VARIABLE : VARIABLE) ?? []
