/**
 * Returns a typed tax code in the form in which it is stored and compared: trimmed and in capitals. Only the letters a
 * to z are converted, because `toUpperCase` turns ı into I and ß into SS, so that invalid codes would become valid.
 */
export function normalTaxCode(typed: string): string {
  return typed.trim().replace(/[a-z]+/g, (letters) => letters.toUpperCase())
}
