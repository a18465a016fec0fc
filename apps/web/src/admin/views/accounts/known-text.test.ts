import { expect, test } from 'vitest'
import { knownLines, knownOf, unreadableLines } from './known-text.ts'

const known = { nome: 'Anna', tessera: 7, figli: ['Bea', 'Carlo'], attivo: true }

test('what is known survives being read and written as lines, with its types', () => {
  expect(knownLines(known)).toEqual(['nome=Anna', 'tessera=7', 'figli=Bea, Carlo', 'attivo=true'])
  expect(knownOf(knownLines(known).join('\n'), known)).toEqual(known)
})

test.each<[string, string, object]>([
  ['another value is a text', 'tessera=8', { tessera: '8' }],
  ['signs of equality in a value stay', 'nota=a=b', { nota: 'a=b' }],
  ['blanks around are not meant', '  nome =  Bea  ', { nome: 'Bea' }],
  ['empty lines and a name without a value say nothing', '\nnome=\n  \n', {}],
])('%s', (_what, text, expected) => expect(knownOf(text, known)).toEqual(expected))

test.each<[string, string, number[]]>([
  ['nothing is wrong with names and values, and with empty lines', 'nome=Anna\n\nnota=\n', []],
  ['a line without the sign', 'nome=Anna\ntessera 7\nfigli: Bea', [2, 3]],
  ['a line without a name', '=x', [1]],
  ['a name that stands there before', 'nome=A\ncitta=B\n nome = C', [3]],
])('unreadable lines: %s', (_what, text, expected) => expect(unreadableLines(text)).toEqual(expected))
