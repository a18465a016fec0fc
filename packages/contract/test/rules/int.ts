import { heldRules } from './held.ts'
import { numberRules } from './numbers.ts'
import { rulesOf } from './rule.ts'

const { refuses } = rulesOf('int')

export const int = [
  ...numberRules('int'),
  refuses('decimals behind a comma', {}, '3,5', ['numero_non_valido'], { wire: 3.5 }),
  refuses('decimals behind a point', {}, '3.5', ['numero_non_valido'], { wire: 3.5 }),
  refuses('a point between thousands is not taken for decimals', {}, '1.000', ['campo_formato']),
  refuses('a number with decimals that was sent as one', {}, 3.5, ['numero_non_valido']),
  refuses('a number beyond what a computer keeps exactly', {}, 2 ** 53, ['numero_non_valido']),
  ...heldRules('int', { settings: {}, datum: '42', known: 42, preset: 3, typed: '5', wire: 5, empty: null }),
]
