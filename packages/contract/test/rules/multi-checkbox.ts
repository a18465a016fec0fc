import { heldRules } from './held.ts'
import { REQUIRED, rulesOf } from './rule.ts'

const { accepts, refuses } = rulesOf('multi_checkbox')
const boxes = (...ticked: string[]) => ({
  checkboxes: ['a', 'b', 'c'].map((key) => ({ key, value: `Casella ${key}`, ...(ticked.includes(key) && { state: true }) })),
})
const UNKNOWN = ['opzione_non_valida'] as const

export const multiCheckbox = [
  refuses('required: at least one is ticked', boxes(), [], ['campo_richiesto'], { ...REQUIRED, wire: undefined }),
  refuses('required: untouched none is', boxes(), undefined, ['campo_richiesto'], REQUIRED),
  accepts('required: one is enough', boxes(), ['b'], REQUIRED),
  accepts('not required: none may be ticked', boxes(), [], { wire: undefined }),
  accepts('all may be ticked', boxes(), ['a', 'b', 'c']),
  accepts('max_selected: as many', { ...boxes(), max_selected: 2 }, ['a', 'c']),
  refuses('max_selected: one more', { ...boxes(), max_selected: 2 }, ['a', 'b', 'c'], ['troppi_selezionati', '2']),
  accepts('max_selected of one: one', { ...boxes(), max_selected: 1 }, ['a']),
  refuses('max_selected of one: two', { ...boxes(), max_selected: 1 }, ['a', 'b'], ['troppi_selezionati', '1']),
  accepts('state: starts ticked', boxes('a', 'c'), undefined, { wire: ['a', 'c'] }),
  accepts('state: satisfies what is required', boxes('a'), undefined, { ...REQUIRED, wire: ['a'] }),
  refuses('state: what was unticked is not ticked', boxes('a'), [], ['campo_richiesto'], { ...REQUIRED, wire: undefined }),
  refuses('state: is judged like an answer', { ...boxes('a', 'b'), max_selected: 1 }, undefined, ['troppi_selezionati', '1'], { wire: ['a', 'b'] }),
  accepts('default wins over state', { ...boxes('a'), default: ['b'] }, undefined, { wire: ['b'] }),
  accepts('the person’s own data win over both', { ...boxes('a'), default: ['b'] }, undefined, {
    field: { mapping: 'scelte' },
    known: { scelte: ['c'] },
    wire: ['c'],
  }),
  refuses('a key of none', boxes(), ['z'], UNKNOWN),
  refuses('a key of none among right ones', boxes(), ['a', 'z'], UNKNOWN),
  refuses('a label is no key', boxes(), ['Casella a'], UNKNOWN),
  refuses('one box twice', boxes(), ['a', 'a'], UNKNOWN),
  refuses('a text is no list', boxes(), 'a', ['campo_formato']),
  refuses('a list of numbers', boxes(), [1], ['campo_formato']),
  refuses('an object is no list', boxes(), { a: true }, ['campo_formato']),
  accepts('font_case leaves keys alone', boxes(), ['a'], { fontCase: 'upper' }),
  ...heldRules('multi_checkbox', { settings: boxes(), datum: ['c'], known: ['c'], preset: ['b'], typed: ['a'], wire: ['a'], empty: [] }),
]
