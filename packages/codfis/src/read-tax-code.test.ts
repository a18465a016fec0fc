import { expect, test } from 'vitest'
import { readTaxCode } from './read-tax-code.ts'

const mario = { surname: 'RSS', name: 'MRA', year: 85, month: 12, day: 10, gender: 'M', birthplace: 'A562' }

test.each([
  ['RSSMRA85T10A562S', mario, 'a man born in Italy'],
  [' rssmra85t10a562s\n', mario, 'lower case with surrounding white space'],
  ['RSSMRAURTMLARSNL', mario, 'all seven digits substituted'],
  ['MLLSNT82P65Z404U', { surname: 'MLL', name: 'SNT', year: 82, month: 9, day: 25, gender: 'F', birthplace: 'Z404' }, 'a woman born abroad'],
])('readTaxCode of %j returns %o (%s)', (code, person) => expect(readTaxCode(code)).toEqual(person))
