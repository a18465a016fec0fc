/** Administrator specification, section 9: "Cell truncation". */
const CELL_LENGTH = 45

/** A cell's text, cut; all of it is in its tooltip. */
export function Shortened({ text }: { text: string }) {
  return <span title={text}>{shortened(text)}</span>
}

export function shortened(text: string): string {
  return text.length > CELL_LENGTH ? `${text.slice(0, CELL_LENGTH)}...` : text
}
