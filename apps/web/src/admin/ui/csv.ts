/**
 * Returns the text of a cell in a CSV row. If the text could be read as a formula, it gets a leading apostrophe, so
 * that a spreadsheet does not run the formula.
 */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Returns rows as CSV text. The text begins with a byte order mark, which tells spreadsheets that the encoding is
 * UTF-8.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\u{FEFF}${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

/** Saves a text as a file by means of the browser's download function. */
export function saveTextFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
