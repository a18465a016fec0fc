import { heldRules } from './held.ts'
import { REQUIRED, rulesOf } from './rule.ts'

const { accepts, refuses } = rulesOf('array')
const texts = { elementsType: 'text' } as const
const numbers = { elementsType: 'number' } as const
const many = (count: number) => Array.from({ length: count }, (_, at) => `v${at}`)

const both = ([texts, numbers] as const).flatMap((settings) => {
  const of = (rule: string) => `${rule} (${settings.elementsType})`
  return [
    refuses(of('required: is not answered by an empty list'), settings, [], ['campo_richiesto'], { ...REQUIRED, wire: undefined }),
    refuses(of('required: is not answered where nobody has touched it'), settings, undefined, ['campo_richiesto'], REQUIRED),
    refuses(of('required: is not answered by blank rows'), settings, ['', '  '], ['campo_richiesto'], { ...REQUIRED, wire: undefined }),
    accepts(of('not required: may be empty'), { ...settings, nelementsmin: 2 }, [], { wire: undefined }),
    accepts(of('not required: blank rows are empty'), { ...settings, nelementsmin: 2 }, ['', ' '], { wire: undefined }),
    refuses(of('a blank row behind a filled one: each is required'), settings, ['1', ''], ['campo_richiesto'], {
      wire: [settings.elementsType === 'number' ? 1 : '1', ''],
    }),
    refuses(of('a text is no list'), settings, '1', ['campo_formato']),
    refuses(of('a list of lists'), settings, [['1']], ['campo_formato']),
    refuses(of('a list with null'), settings, [null], ['campo_formato']),
    refuses(of('a list with true'), settings, [true], ['campo_formato']),
  ]
})

const text = [
  accepts('each is trimmed', texts, [' uno ', 'due'], { wire: ['uno', 'due'] }),
  accepts('nelementsmin: as many', { ...texts, nelementsmin: 2 }, ['uno', 'due']),
  refuses('nelementsmin: one less', { ...texts, nelementsmin: 2 }, ['uno'], ['elementi_min', '2']),
  accepts('nelementsmax: as many', { ...texts, nelementsmax: 2 }, ['uno', 'due']),
  refuses('nelementsmax: one more', { ...texts, nelementsmax: 2 }, ['uno', 'due', 'tre'], ['elementi_max', '2']),
  accepts('nelementsmin and nelementsmax alike', { ...texts, nelementsmin: 1, nelementsmax: 1 }, ['uno']),
  accepts('100 where the author sets no bound', texts, many(100)),
  refuses('101 where the author sets no bound', texts, many(101), ['elementi_max', '100']),
  accepts('the author may allow more than 100', { ...texts, nelementsmax: 101 }, many(101)),
  refuses('min_len holds for each', { ...texts, min_len: 3 }, ['uno', 'no'], ['campo_lungo', '3']),
  accepts('min_len is itself long enough', { ...texts, min_len: 3 }, ['uno', 'due']),
  refuses('min_len is counted without the blanks around', { ...texts, min_len: 3 }, ['  a  '], ['campo_lungo', '3'], { wire: ['a'] }),
  refuses('max_len holds for each', { ...texts, max_len: 3 }, ['uno', 'quattro'], ['campo_corto', '3']),
  accepts('max_len is counted without the blanks around', { ...texts, max_len: 3 }, ['  uno  '], { wire: ['uno'] }),
  refuses('the mask holds for each', { ...texts, validation_mask: '[A-Z]{2}' }, ['AB', 'ab'], ['campo_formato']),
  accepts('the mask, matched by each', { ...texts, validation_mask: '[A-Z]{2}' }, ['AB', 'CD']),
  refuses('the mask covers the whole element', { ...texts, validation_mask: '[A-Z]{2}' }, ['ABC'], ['campo_formato']),
  accepts('font_case: in capitals, then held against the mask', { ...texts, validation_mask: '[A-Z]{2}' }, ['ab'], { fontCase: 'upper', wire: ['AB'] }),
  accepts('font_case: in small letters', texts, ['Uno'], { fontCase: 'lower', wire: ['uno'] }),
  refuses('a number is no text', texts, [5], ['campo_formato']),
  accepts('the same twice', texts, ['uno', 'uno']),
]

const number = [
  accepts('typed numbers travel as numbers', numbers, ['1', '2,5', '-3'], { wire: [1, 2.5, -3] }),
  accepts('blanks around a number', numbers, [' 4 '], { wire: [4] }),
  refuses('a word is no number', numbers, ['1', 'due'], ['campo_formato'], { wire: [1, 'due'] }),
  refuses('below min', { ...numbers, min: 1 }, ['2', '0'], ['numero_min', '1'], { wire: [2, 0] }),
  accepts('min is within', { ...numbers, min: 1 }, ['1'], { wire: [1] }),
  refuses('above max', { ...numbers, max: 10 }, ['10,5'], ['numero_max', '10'], { wire: [10.5] }),
  accepts('max is within', { ...numbers, max: 10 }, ['10'], { wire: [10] }),
  refuses('nelementsmin of numbers', { ...numbers, nelementsmin: 2 }, ['1'], ['elementi_min', '2'], { wire: [1] }),
  refuses('nelementsmax of numbers', { ...numbers, nelementsmax: 1 }, ['1', '2'], ['elementi_max', '1'], { wire: [1, 2] }),
  accepts('nought is a number', numbers, ['0'], { wire: [0], ...REQUIRED }),
]

export const array = [
  ...both,
  ...text,
  ...number,
  ...heldRules('array', { settings: texts, datum: ['nota'], known: ['nota'], preset: ['preset'], typed: ['scritta'], wire: ['scritta'], empty: [] }),
]
