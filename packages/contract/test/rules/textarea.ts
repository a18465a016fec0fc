import { heldRules } from './held.ts'
import { rulesOf } from './rule.ts'
import { writtenRules } from './written.ts'

const { accepts, refuses } = rulesOf('textarea')

export const textarea = [
  ...writtenRules('textarea'),
  accepts('line breaks are kept', {}, 'una\ndue\n\ntre'),
  accepts('max_len: a line break counts as one character', { max_len: 3 }, 'a\nb'),
  refuses('max_len: a line break counts', { max_len: 2 }, 'a\nb', ['campo_corto', '2']),
  refuses('required: line breaks only', {}, '\n \n', ['campo_richiesto'], { field: { required: true } }),
  ...heldRules('textarea', { settings: {}, datum: 'Anna\nBruno', known: 'Anna\nBruno', preset: 'Web', typed: 'a\nb', wire: 'a\nb', empty: '' }),
]
