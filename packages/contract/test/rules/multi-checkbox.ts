import { heldRules } from './held.ts'
import { REQUIRED, rulesOf } from './rule.ts'

const { accepts, refuses } = rulesOf('multi_checkbox')
const boxes = (...ticked: string[]) => ({
  checkboxes: ['a', 'b', 'c'].map((key) => ({ key, value: `Casella ${key}`, ...(ticked.includes(key) && { state: true }) })),
})
const UNKNOWN = ['opzione_non_valida'] as const

export const multiCheckbox = [
  refuses('required: all boxes unticked', boxes(), [], ['campo_richiesto'], { ...REQUIRED, wire: undefined }),
  refuses('required: untouched', boxes(), undefined, ['campo_richiesto'], REQUIRED),
  accepts('required: one box ticked', boxes(), ['b'], REQUIRED),
  accepts('not required: no box ticked', boxes(), [], { wire: undefined }),
  accepts('all boxes ticked', boxes(), ['a', 'b', 'c']),
  accepts('max_selected: exactly as many boxes', { ...boxes(), max_selected: 2 }, ['a', 'c']),
  refuses('max_selected: one box more', { ...boxes(), max_selected: 2 }, ['a', 'b', 'c'], ['troppi_selezionati', '2']),
  accepts('max_selected of 1: one box', { ...boxes(), max_selected: 1 }, ['a']),
  refuses('max_selected of 1: two boxes', { ...boxes(), max_selected: 1 }, ['a', 'b'], ['troppi_selezionati', '1']),
  accepts('state: boxes ticked by the author', boxes('a', 'c'), undefined, { wire: ['a', 'c'] }),
  accepts('state: a box ticked by the author satisfies required', boxes('a'), undefined, { ...REQUIRED, wire: ['a'] }),
  refuses('state: boxes that the visitor unticks stay unticked', boxes('a'), [], ['campo_richiesto'], { ...REQUIRED, wire: undefined }),
  refuses('state: boxes ticked by the author are validated like an answer', { ...boxes('a', 'b'), max_selected: 1 }, undefined, ['troppi_selezionati', '1'], {
    wire: ['a', 'b'],
  }),
  accepts('default replaces state', { ...boxes('a'), default: ['b'] }, undefined, { wire: ['b'] }),
  accepts('the known datum replaces default and state', { ...boxes('a'), default: ['b'] }, undefined, {
    field: { mapping: 'scelte' },
    known: { scelte: ['c'] },
    wire: ['c'],
  }),
  refuses('an unknown key', boxes(), ['z'], UNKNOWN),
  refuses('an unknown key together with a valid one', boxes(), ['a', 'z'], UNKNOWN),
  refuses('a label instead of a key', boxes(), ['Casella a'], UNKNOWN),
  refuses('the same key twice', boxes(), ['a', 'a'], UNKNOWN),
  refuses('a text instead of a list', boxes(), 'a', ['campo_formato']),
  refuses('a list of numbers', boxes(), [1], ['campo_formato']),
  refuses('an object instead of a list', boxes(), { a: true }, ['campo_formato']),
  accepts('font_case does not change keys', boxes(), ['a'], { fontCase: 'upper' }),
  ...heldRules('multi_checkbox', { settings: boxes(), datum: ['c'], known: ['c'], preset: ['b'], typed: ['a'], wire: ['a'], empty: [] }),
]
