/** Values of A to Z at odd positions, each written as a letter; the digits 0 to 9 have the values of A to J (decree of 23 December 1976). */
const ODD = 'BAFHJNPRTVCESULDGIMOQKWZYX'
const A = 65

/**
 * Computes the sixteenth character of a tax code from the first fifteen (decree of 23 December 1976). Returns `undefined` unless `first15` is fifteen
 * characters of A to Z and 0 to 9, in capitals. Codes with omocodia substitutions are computed as written.
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
