import { searchStems } from '@sportello/contract'
import { fold } from '@sportello/fields'

/** A text with highlighted search matches: every word that starts with a word of the query. */
export function Marked({ text, query }: { text: string; query: string }) {
  return piecesOf(text, query).map(({ piece, at, found }) => (found ? <mark key={at}>{piece}</mark> : piece))
}

interface Piece {
  piece: string
  at: number
  found: boolean
}

/** Splits a text at the search matches. Matching ignores case and accents; a matching word is highlighted as a whole. */
export function piecesOf(text: string, query: string): Piece[] {
  const stems = searchStems(query)
  const pieces: Piece[] = []
  let at = 0
  for (const piece of text.split(/([\p{L}\p{M}\p{N}]+)/u)) {
    if (piece === '') continue
    const found = stems.some((stem) => fold(piece).startsWith(stem))
    const last = pieces.at(-1)
    if (last && !last.found && !found) last.piece += piece
    else pieces.push({ piece, at, found })
    at += piece.length
  }
  return pieces
}
