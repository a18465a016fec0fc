import { expect, test } from 'vitest'
import { knownLines, knownOf } from './known-text.ts'

const known = { nome: 'Anna', tessera: 7, figli: ['Bea', 'Carlo'], attivo: true }

test('what is known survives being read and written as lines, with its types', () => {
  expect(knownLines(known)).toEqual(['nome=Anna', 'tessera=7', 'figli=Bea, Carlo', 'attivo=true'])
  expect(knownOf(knownLines(known).join('\n'), known)).toEqual(known)
})

test.each<[string, string, object]>([
  ['another value is a text', 'tessera=8', { tessera: '8' }],
  ['signs of equality in a value stay', 'nota=a=b', { nota: 'a=b' }],
  ['blanks around are not meant', '  nome =  Bea  ', { nome: 'Bea' }],
  ['empty lines, lines without a name and without a value say nothing', '\n=x\nnome=\nsolo', {}],
  ['of a name that stands there twice the last counts', 'nome=A\nnome=B', { nome: 'B' }],
])('%s', (_what, text, expected) => expect(knownOf(text, known)).toEqual(expected))
