/** An earlier text in three parts, of which only the middle one has changed since. */
export interface ChangedPart {
  before: string
  changed: string
  after: string
}

/** Returns the number of characters that two texts have in common at their beginning, up to the end of a word. */
function commonStart(one: readonly string[], other: readonly string[]): number {
  let length = 0
  while (length < one.length && length < other.length && one[length] === other[length]) length++
  const isInsideWord = (text: readonly string[]) => length < text.length && /^[\p{L}\p{N}]{2}$/u.test(`${text[length - 1]}${text[length]}`)
  while (length > 0 && (isInsideWord(one) || isInsideWord(other))) length--
  return length
}

/** Finds the part of an earlier text that is not in the present one, in whole words. */
export function changedPart(earlier: string, now: string): ChangedPart {
  const [was, is] = [[...earlier], [...now]]
  const start = commonStart(was, is)
  const end = was.length - commonStart(was.slice(start).toReversed(), is.slice(start).toReversed())
  return { before: was.slice(0, start).join(''), changed: was.slice(start, end).join(''), after: was.slice(end).join('') }
}
