/**
 * Converts a tax code to the form in which it is stored and compared: without surrounding white space and in capitals.
 * Only the letters a to z are converted. `toUpperCase` would also turn ı into I and ß into SS, which would make some
 * invalid codes valid.
 */
export function normalTaxCode(typed: string): string {
  return typed.trim().replace(/[a-z]+/g, (letters) => letters.toUpperCase())
}
