import { heldRules } from './held.ts'
import { numberRules } from './numbers.ts'
import { rulesOf } from './rule.ts'

const { accepts, refuses } = rulesOf('numeric')
const half = { min: 0.5, max: 99.5 }

export const numeric = [
  ...numberRules('numeric'),
  accepts('a decimal comma', {}, '12,5', { wire: 12.5 }),
  accepts('a decimal point', {}, '12.5', { wire: 12.5 }),
  accepts('a euro sign after the number', {}, '120,50 €', { wire: 120.5 }),
  accepts('a euro sign before the number', {}, '€120', { wire: 120 }),
  accepts('the word euro', {}, '120 Euro', { wire: 120 }),
  refuses('only a euro sign', {}, '€', ['campo_formato']),
  refuses('another currency', {}, '120 CHF', ['campo_formato']),
  accepts('a decimal comma on an English page', {}, '12,5', { wire: 12.5, language: 'en' }),
  accepts('a decimal point on a German page', {}, '12.5', { wire: 12.5, language: 'de' }),
  accepts('a decimal comma without digits before it', {}, ',5', { wire: 0.5 }),
  accepts('a negative decimal', {}, '-0,25', { wire: -0.25 }),
  accepts('ten decimals', {}, '0,0123456789', { wire: 0.0123456789 }),
  refuses('eleven decimals', {}, '0,01234567891', ['campo_formato']),
  refuses('two commas', {}, '1,2,3', ['campo_formato']),
  refuses('a comma without digits after it', {}, '12,', ['campo_formato']),
  refuses('a comma alone', {}, ',', ['campo_formato']),
  refuses('a space between thousands', {}, '1 000', ['campo_formato']),
  refuses('below a min with decimals', half, '0,49', ['numero_min', '0.5'], { wire: 0.49 }),
  accepts('exactly a min with decimals', half, '0,5', { wire: 0.5 }),
  refuses('above a max with decimals', half, '99,51', ['numero_max', '99.5'], { wire: 99.51 }),
  accepts('exactly a max with decimals', half, '99,5', { wire: 99.5 }),
  refuses('above a max with decimals given as a text', { max: '0.75' }, '0,76', ['numero_max', '0.75'], { wire: 0.76 }),
  accepts('a default with decimals, shown in Italian notation', { default: 1234.5 }, undefined, { wire: 1234.5 }),
  accepts('a default with decimals, shown in Greek notation', { default: 1234.5 }, undefined, { wire: 1234.5, language: 'el' }),
  accepts('a default with decimals, shown in English notation', { default: 1234.5 }, undefined, { wire: 1234.5, language: 'en' }),
  ...heldRules('numeric', { settings: {}, datum: '4,5', known: 4.5, preset: 3.25, typed: '5,5', wire: 5.5, empty: null }),
]
