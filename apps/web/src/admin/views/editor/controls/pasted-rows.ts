/** Splits a text that was copied from a spreadsheet into rows and cells. Empty rows are left out. */
export function pastedRows(data: DataTransfer): string[][] {
  return data
    .getData('text/plain')
    .replaceAll('\r', '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t'))
}
