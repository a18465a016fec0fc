import { expect, test } from 'vitest'
import { knownLines, knownOf, unreadableLines } from './known-text.ts'

const known = { nome: 'Anna', tessera: 7, figli: ['Bea', 'Carlo'], attivo: true }

test('known data about a person keeps its types when knownLines writes it as lines and knownOf reads them again', () => {
  expect(knownLines(known)).toEqual(['nome=Anna', 'tessera=7', 'figli=Bea, Carlo', 'attivo=true'])
  expect(knownOf(knownLines(known).join('\n'), known)).toEqual(known)
})

test.each<[string, string, object]>([
  ['reads a changed value as a text', 'tessera=8', { tessera: '8' }],
  ['keeps further equals signs in the value', 'nota=a=b', { nota: 'a=b' }],
  ['trims blanks around name and value', '  nome =  Bea  ', { nome: 'Bea' }],
  ['leaves out empty lines and names without a value', '\nnome=\n  \n', {}],
])('knownOf (known data parsed from lines of name=value) %s', (_what, text, expected) => expect(knownOf(text, known)).toEqual(expected))

test.each<[string, string, number[]]>([
  ['accepts names with values, names without a value and empty lines', 'nome=Anna\n\nnota=\n', []],
  ['reports a line without an equals sign', 'nome=Anna\ntessera 7\nfigli: Bea', [2, 3]],
  ['reports a line without a name', '=x', [1]],
  ['reports a name that an earlier line has', 'nome=A\ncitta=B\n nome = C', [3]],
])('unreadableLines (numbers of the invalid lines in the text of known data) %s', (_what, text, expected) => expect(unreadableLines(text)).toEqual(expected))
