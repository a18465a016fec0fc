/**
 * What was typed, as a code is stored and compared: blanks around it gone, in capitals. Only a to z are raised:
 * `toUpperCase` would turn ı into I, ß into SS and so make a code of what is none.
 */
export function normalTaxCode(typed: string): string {
  return typed.trim().replace(/[a-z]+/g, (letters) => letters.toUpperCase())
}
