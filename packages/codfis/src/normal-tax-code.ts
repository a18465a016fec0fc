/**
 * Returns a typed code in the form in which it is stored and compared: trimmed and in capitals. Only a to z are converted, because `toUpperCase` turns ı into
 * I and ß into SS, which would make valid codes of invalid ones.
 */
export function normalTaxCode(typed: string): string {
  return typed.trim().replace(/[a-z]+/g, (letters) => letters.toUpperCase())
}
