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
  refuses('required: "Selezionare un valore"', items, '', ['selezionare_valore'], { ...REQUIRED, wire: undefined }),
  refuses('required: untouched it stands nowhere', items, undefined, ['selezionare_valore'], REQUIRED),
  accepts('required: the first item', items, '0', REQUIRED),
  accepts('required: the last item', items, '2', REQUIRED),
  accepts('not required: may stand nowhere', items, '', { wire: undefined }),
  accepts('not required: may be left untouched', items, undefined),
  refuses('an item that it has not', items, '3', ['opzione_non_valida']),
  refuses('an item’s label is no key', items, 'Molto', ['opzione_non_valida']),
  refuses('a number is no key', items, 1, ['campo_formato']),
  refuses('a list is no key', items, ['1'], ['campo_formato']),
  refuses('nought is no key either, but the text is', items, 0, ['campo_formato']),
  accepts('one item alone', { items: [{ key: 'x', value: 'Solo' }] }, 'x', REQUIRED),
  accepts('font_case leaves keys alone', { items: [{ key: 'x', value: 'Solo' }] }, 'x', { fontCase: 'upper' }),
  ...heldRules('slider', { settings: items, datum: '2', known: '2', preset: '1', typed: '0', wire: '0', empty: '' }),
]
