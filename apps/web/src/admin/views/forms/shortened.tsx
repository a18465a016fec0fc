/** Maximum length of the text in a table cell, in characters (administrator specification, section 9: "Cell truncation"). */
const CELL_LENGTH = 45

/** Shortened text of a table cell; the tooltip shows the whole text. */
export function Shortened({ text }: { text: string }) {
  return <span title={text}>{shortened(text)}</span>
}

export function shortened(text: string): string {
  return text.length > CELL_LENGTH ? `${text.slice(0, CELL_LENGTH)}...` : text
}
