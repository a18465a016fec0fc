/**
 * Returns the text of a cell in a CSV row. If the text begins like a formula, an apostrophe in front of it prevents a
 * spreadsheet from running the formula.
 */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns rows as CSV with a byte order mark, by which spreadsheets detect UTF-8. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\u{FEFF}${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

/** Saves a text as a file through the browser's download. */
export function saveTextFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
