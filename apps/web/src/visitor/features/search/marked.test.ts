import { describe, expect, test } from 'vitest'
import { piecesOf } from './marked.tsx'

const shown = (text: string, query: string) =>
  piecesOf(text, query)
    .map(({ piece, found }) => (found ? `[${piece}]` : piece))
    .join('')

describe('piecesOf marks the words of a search query in a text', () => {
  test.each([
    ['Il rimborso dei rimborsi', 'rimborso', 'Il [rimborso] dei [rimborsi]'],
    ['Città e CITTADINI', 'citta', '[Città] e [CITTADINI]'],
    ['entrare nel dentro', 'dentro', 'entrare nel [dentro]'],
    ['a <b> c', '<b>', 'a <[b]> c'],
    ['nothing here', '***', 'nothing here'],
    ['two words, two marks', 'marks two', '[two] words, [two] [marks]'],
    ['', 'abc', ''],
  ])('with the text %j and the query %j the marked text is %s', (text, query, expected) => {
    expect(shown(text, query)).toBe(expected)
    expect(
      piecesOf(text, query)
        .map(({ piece }) => piece)
        .join(''),
    ).toBe(text)
  })
})
