/**
 * Maximum number of characters in a table cell before the text is shortened (administrator specification, section 9:
 * "Cell truncation").
 */
const CELL_LENGTH = 45

/** Text of a table cell, shortened if necessary. A tooltip shows the whole text. */
export function Shortened({ text }: { text: string }) {
  return <span title={text}>{shortened(text)}</span>
}

export function shortened(text: string): string {
  return text.length > CELL_LENGTH ? `${text.slice(0, CELL_LENGTH)}...` : text
}
