/**
 * Values of the letters A to Z at odd positions of a tax code. The value of a letter is the alphabetical index of the
 * character in this text. The digits 0 to 9 have the same values as A to J (decree of 23 December 1976).
 */
const ODD = 'BAFHJNPRTVCESULDGIMOQKWZYX'
const A = 65

/**
 * Computes the sixteenth character of a tax code from the first fifteen (decree of 23 December 1976). Letters that
 * replace digits (omocodia) are used as they are. Returns `undefined` unless `first15` consists of exactly fifteen
 * characters A to Z (capitals) and 0 to 9.
 */
export function controlCharacter(first15: string): string | undefined {
  if (!/^[A-Z0-9]{15}$/.test(first15)) return undefined
  let sum = 0
  for (let place = 0; place < 15; place++) {
    const unit = first15.charCodeAt(place)
    const value = unit < A ? unit - 48 : unit - A
    sum += place % 2 === 0 ? ODD.charCodeAt(value) - A : value
  }
  return String.fromCharCode(A + (sum % 26))
}
