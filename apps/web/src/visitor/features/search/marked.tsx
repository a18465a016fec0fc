import { searchStems } from '@sportello/contract'
import { fold } from '@sportello/fields'

/** Shows a text and highlights the search matches, which are all words that start with a word of the query. */
export function Marked({ text, query }: { text: string; query: string }) {
  return piecesOf(text, query).map(({ piece, at, found }) => (found ? <mark key={at}>{piece}</mark> : piece))
}

interface Piece {
  piece: string
  at: number
  found: boolean
}

/**
 * Splits a text into matching and other pieces. Case and accents are ignored. If a word matches, the whole word is
 * highlighted.
 */
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
