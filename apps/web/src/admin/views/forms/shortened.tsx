/** Maximum length of a cell's text in characters (administrator specification, section 9: "Cell truncation"). */
const CELL_LENGTH = 45

/** Text of a cell, shortened; the tooltip shows all of it. */
export function Shortened({ text }: { text: string }) {
  return <span title={text}>{shortened(text)}</span>
}

export function shortened(text: string): string {
  return text.length > CELL_LENGTH ? `${text.slice(0, CELL_LENGTH)}...` : text
}
