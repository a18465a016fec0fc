import { heldRules } from './held.ts'
import { REQUIRED, rulesOf } from './rule.ts'

const { accepts, refuses } = rulesOf('slider')
const items = {
  items: [
    { key: '0', value: 'Per niente' },
    { key: '1', value: 'Abbastanza', color: '#a98600' },
    { key: '2', value: 'Molto' },
  ],
}

export const slider = [
  refuses('required: an empty text', items, '', ['selezionare_valore'], { ...REQUIRED, wire: undefined }),
  refuses('required: untouched', items, undefined, ['selezionare_valore'], REQUIRED),
  accepts('required: the first item', items, '0', REQUIRED),
  accepts('required: the last item', items, '2', REQUIRED),
  accepts('not required: an empty text', items, '', { wire: undefined }),
  accepts('not required: an untouched field', items, undefined),
  refuses('an unknown key', items, '3', ['opzione_non_valida']),
  refuses('a label instead of a key', items, 'Molto', ['opzione_non_valida']),
  refuses('a number instead of a key', items, 1, ['campo_formato']),
  refuses('a list instead of a key', items, ['1'], ['campo_formato']),
  refuses('the number 0 instead of the key "0"', items, 0, ['campo_formato']),
  accepts('a slider with one item', { items: [{ key: 'x', value: 'Solo' }] }, 'x', REQUIRED),
  accepts('font_case does not change keys', { items: [{ key: 'x', value: 'Solo' }] }, 'x', { fontCase: 'upper' }),
  ...heldRules('slider', { settings: items, datum: '2', known: '2', preset: '1', typed: '0', wire: '0', empty: '' }),
]
