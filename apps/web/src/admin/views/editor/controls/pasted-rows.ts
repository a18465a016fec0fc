/** Returns the rows of a text that was copied from a spreadsheet, each with its cells; rows without text are left out. */
export function pastedRows(data: DataTransfer): string[][] {
  return data
    .getData('text/plain')
    .replaceAll('\r', '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t'))
}
