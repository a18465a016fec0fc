import { heldRules } from './held.ts'
import { REQUIRED, rulesOf } from './rule.ts'

const { accepts, refuses } = rulesOf('array')
const texts = { elementsType: 'text' } as const
const numbers = { elementsType: 'number' } as const
const many = (count: number) => Array.from({ length: count }, (_, at) => `v${at}`)

const both = ([texts, numbers] as const).flatMap((settings) => {
  const of = (rule: string) => `${rule} (${settings.elementsType})`
  return [
    refuses(of('required: an empty list'), settings, [], ['campo_richiesto'], { ...REQUIRED, wire: undefined }),
    refuses(of('required: an untouched field'), settings, undefined, ['campo_richiesto'], REQUIRED),
    refuses(of('required: blank rows only'), settings, ['', '  '], ['campo_richiesto'], { ...REQUIRED, wire: undefined }),
    accepts(of('not required: an empty answer'), { ...settings, nelementsmin: 2 }, [], { wire: undefined }),
    accepts(of('not required: blank rows are empty'), { ...settings, nelementsmin: 2 }, ['', ' '], { wire: undefined }),
    refuses(of('a blank row after a filled one, because each row is required'), settings, ['1', ''], ['campo_richiesto'], {
      wire: [settings.elementsType === 'number' ? 1 : '1', ''],
    }),
    refuses(of('a text instead of a list'), settings, '1', ['campo_formato']),
    refuses(of('a list of lists'), settings, [['1']], ['campo_formato']),
    refuses(of('a list with null'), settings, [null], ['campo_formato']),
    refuses(of('a list with true'), settings, [true], ['campo_formato']),
  ]
})

const text = [
  accepts('each element is trimmed', texts, [' uno ', 'due'], { wire: ['uno', 'due'] }),
  accepts('nelementsmin: exactly as many elements', { ...texts, nelementsmin: 2 }, ['uno', 'due']),
  refuses('nelementsmin: one element less', { ...texts, nelementsmin: 2 }, ['uno'], ['elementi_min', '2']),
  accepts('nelementsmax: exactly as many elements', { ...texts, nelementsmax: 2 }, ['uno', 'due']),
  refuses('nelementsmax: one element more', { ...texts, nelementsmax: 2 }, ['uno', 'due', 'tre'], ['elementi_max', '2']),
  accepts('nelementsmin equal to nelementsmax', { ...texts, nelementsmin: 1, nelementsmax: 1 }, ['uno']),
  accepts('100 elements if the author sets no limit', texts, many(100)),
  refuses('101 elements if the author sets no limit', texts, many(101), ['elementi_max', '100']),
  accepts('101 elements if the author allows them', { ...texts, nelementsmax: 101 }, many(101)),
  refuses('min_len: one element is too short', { ...texts, min_len: 3 }, ['uno', 'no'], ['campo_lungo', '3']),
  accepts('min_len: elements of exactly this length', { ...texts, min_len: 3 }, ['uno', 'due']),
  refuses('min_len: surrounding white space does not count', { ...texts, min_len: 3 }, ['  a  '], ['campo_lungo', '3'], { wire: ['a'] }),
  refuses('max_len: one element is too long', { ...texts, max_len: 3 }, ['uno', 'quattro'], ['campo_corto', '3']),
  accepts('max_len: surrounding white space does not count', { ...texts, max_len: 3 }, ['  uno  '], { wire: ['uno'] }),
  refuses('validation_mask: one element does not match', { ...texts, validation_mask: '[A-Z]{2}' }, ['AB', 'ab'], ['campo_formato']),
  accepts('validation_mask: each element matches', { ...texts, validation_mask: '[A-Z]{2}' }, ['AB', 'CD']),
  refuses('validation_mask: must match the whole element', { ...texts, validation_mask: '[A-Z]{2}' }, ['ABC'], ['campo_formato']),
  accepts('font_case upper: validation_mask is checked after the conversion', { ...texts, validation_mask: '[A-Z]{2}' }, ['ab'], {
    fontCase: 'upper',
    wire: ['AB'],
  }),
  accepts('font_case lower: converts each element', texts, ['Uno'], { fontCase: 'lower', wire: ['uno'] }),
  refuses('a number instead of a text', texts, [5], ['campo_formato']),
  accepts('two equal elements', texts, ['uno', 'uno']),
]

const number = [
  accepts('typed numbers are sent as numbers', numbers, ['1', '2,5', '-3'], { wire: [1, 2.5, -3] }),
  accepts('white space around a number', numbers, [' 4 '], { wire: [4] }),
  refuses('a word instead of a number', numbers, ['1', 'due'], ['campo_formato'], { wire: [1, 'due'] }),
  refuses('below min', { ...numbers, min: 1 }, ['2', '0'], ['numero_min', '1'], { wire: [2, 0] }),
  accepts('exactly min', { ...numbers, min: 1 }, ['1'], { wire: [1] }),
  refuses('above max', { ...numbers, max: 10 }, ['10,5'], ['numero_max', '10'], { wire: [10.5] }),
  accepts('exactly max', { ...numbers, max: 10 }, ['10'], { wire: [10] }),
  refuses('nelementsmin: one number less', { ...numbers, nelementsmin: 2 }, ['1'], ['elementi_min', '2'], { wire: [1] }),
  refuses('nelementsmax: one number more', { ...numbers, nelementsmax: 1 }, ['1', '2'], ['elementi_max', '1'], { wire: [1, 2] }),
  accepts('required: zero is a value', numbers, ['0'], { wire: [0], ...REQUIRED }),
]

export const array = [
  ...both,
  ...text,
  ...number,
  ...heldRules('array', { settings: texts, datum: ['nota'], known: ['nota'], preset: ['preset'], typed: ['scritta'], wire: ['scritta'], empty: [] }),
]
