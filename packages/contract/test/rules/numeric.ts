import { heldRules } from './held.ts'
import { numberRules } from './numbers.ts'
import { rulesOf } from './rule.ts'

const { accepts, refuses } = rulesOf('numeric')
const half = { min: 0.5, max: 99.5 }

export const numeric = [
  ...numberRules('numeric'),
  accepts('a comma decimal', {}, '12,5', { wire: 12.5 }),
  accepts('a point decimal', {}, '12.5', { wire: 12.5 }),
  accepts('a comma decimal in a language that writes a point', {}, '12,5', { wire: 12.5, language: 'en' }),
  accepts('a point decimal in a language that writes a comma', {}, '12.5', { wire: 12.5, language: 'de' }),
  accepts('a decimal with nothing before the comma', {}, ',5', { wire: 0.5 }),
  accepts('a decimal below nought', {}, '-0,25', { wire: -0.25 }),
  accepts('ten decimals', {}, '0,0123456789', { wire: 0.0123456789 }),
  refuses('eleven decimals', {}, '0,01234567891', ['campo_formato']),
  refuses('two commas', {}, '1,2,3', ['campo_formato']),
  refuses('a comma with nothing behind it', {}, '12,', ['campo_formato']),
  refuses('a comma alone', {}, ',', ['campo_formato']),
  refuses('a blank between thousands', {}, '1 000', ['campo_formato']),
  refuses('below a min with decimals', half, '0,49', ['numero_min', '0.5'], { wire: 0.49 }),
  accepts('a min with decimals is within', half, '0,5', { wire: 0.5 }),
  refuses('above a max with decimals', half, '99,51', ['numero_max', '99.5'], { wire: 99.51 }),
  accepts('a max with decimals is within', half, '99,5', { wire: 99.5 }),
  refuses('a max with decimals that the author wrote as a text', { max: '0.75' }, '0,76', ['numero_max', '0.75'], { wire: 0.76 }),
  accepts('a default with decimals is shown as the language writes it, and read again', { default: 1234.5 }, undefined, { wire: 1234.5 }),
  accepts('the same in Greek', { default: 1234.5 }, undefined, { wire: 1234.5, language: 'el' }),
  accepts('the same in English', { default: 1234.5 }, undefined, { wire: 1234.5, language: 'en' }),
  ...heldRules('numeric', { settings: {}, datum: '4,5', known: 4.5, preset: 3.25, typed: '5,5', wire: 5.5, empty: null }),
]
