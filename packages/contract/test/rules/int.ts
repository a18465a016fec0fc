import { heldRules } from './held.ts'
import { numberRules } from './numbers.ts'
import { rulesOf } from './rule.ts'

const { refuses } = rulesOf('int')

export const int = [
  ...numberRules('int'),
  refuses('decimals after a comma', {}, '3,5', ['numero_non_valido'], { wire: 3.5 }),
  refuses('decimals after a dot', {}, '3.5', ['numero_non_valido'], { wire: 3.5 }),
  refuses('a dot as thousands separator', {}, '1.000', ['campo_formato']),
  refuses('a JSON number with decimals', {}, 3.5, ['numero_non_valido']),
  refuses('a number above the largest safe integer', {}, 2 ** 53, ['numero_non_valido']),
  ...heldRules('int', { settings: {}, datum: '42', known: 42, preset: 3, typed: '5', wire: 5, empty: null }),
]
