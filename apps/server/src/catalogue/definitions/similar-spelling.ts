/** Returns the number of mistakes with which a word of `length` letters, without its final vowel, is still recognised. */
export function tolerance(length: number): number {
  if (length < 4) return 0
  return length < 7 ? 1 : 2
}

/**
 * Returns the number of mistakes between two spellings: letters that are missing, added, replaced, or exchanged with the
 * next one (optimal string alignment distance). Stops and returns `limit` as soon as the number is at least `limit`.
 */
export function distance(a: string, b: string, limit: number): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      let least = Math.min(at(above, column) + 1, at(current, column - 1) + 1, at(above, column - 1) + (isSame ? 0 : 1))
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) least = Math.min(least, at(before, column - 2) + 1)
      current.push(least)
    }
    if (Math.min(...current) >= limit && Math.min(...above) >= limit) return limit
    before = above
    above = current
  }
  return Math.min(at(above, b.length), limit)
}

const at = (row: readonly number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY
