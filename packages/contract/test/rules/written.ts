import { REQUIRED, type Rule, rulesOf } from './rule.ts'

/**
 * Rows of the rules table for the two text inputs (visitor specification, section 5: required, format, too short, too
 * long, counter).
 */
export function writtenRules(type: 'text' | 'textarea'): Rule[] {
  const { accepts, refuses } = rulesOf(type)
  const plate = { validation_mask: '[A-Z]{2}[0-9]{3}' }
  return [
    refuses('required: an empty text', {}, '', ['campo_richiesto'], { ...REQUIRED, wire: undefined }),
    refuses('required: an untouched field', {}, undefined, ['campo_richiesto'], REQUIRED),
    refuses('required: white space only', {}, '   ', ['campo_richiesto'], REQUIRED),
    refuses('required: null', {}, null, ['campo_richiesto'], { ...REQUIRED, wire: undefined }),
    accepts('required: one letter', {}, 'a', REQUIRED),
    accepts('not required: an empty answer', {}, '', { wire: undefined }),
    accepts('not required: an empty answer although min_len is set', { min_len: 3 }, '', { wire: undefined }),
    accepts('not required: an empty answer although validation_mask is set', plate, '', { wire: undefined }),
    accepts('not required: an untouched field', { min_len: 3, ...plate }, undefined),

    refuses('too short: a text shorter than min_len', { min_len: 3 }, 'ab', ['campo_lungo', '3']),
    accepts('a text of exactly min_len characters', { min_len: 3 }, 'abc'),
    refuses('too short: minlength, another name of min_len', { minlength: 4 }, 'abc', ['campo_lungo', '4']),
    accepts('a text of exactly minlength characters', { minlength: 4 }, 'abcd'),
    refuses('too long: a text longer than max_len', { max_len: 5 }, 'abcdef', ['campo_corto', '5']),
    accepts('a text of exactly max_len characters', { max_len: 5 }, 'abcde'),
    refuses('too long: maxlength, another name of max_len', { maxlength: 5 }, 'abcdef', ['campo_corto', '5']),
    accepts('a text of exactly maxlength characters', { maxlength: 5 }, 'abcde'),
    accepts('min_len equal to max_len: a text of this length', { min_len: 3, max_len: 3 }, 'abc'),
    refuses('min_len equal to max_len: one letter less', { min_len: 3, max_len: 3 }, 'ab', ['campo_lungo', '3']),
    refuses('min_len equal to max_len: one letter more', { min_len: 3, max_len: 3 }, 'abcd', ['campo_corto', '3']),
    accepts('max_len: an emoji is one character', { max_len: 2 }, '😀😀'),
    refuses('max_len: three emoji are three characters', { max_len: 2 }, '😀😀😀', ['campo_corto', '2']),
    accepts('max_len: an accented letter is one character', { max_len: 4 }, 'città'.slice(1)),
    accepts('3000 characters if the author sets no limit', {}, 'a'.repeat(3000)),
    refuses('more than 3000 characters if the author sets no limit', {}, 'a'.repeat(3001), ['campo_corto', '3000']),
    accepts('3500 characters if the author allows them', { max_len: 3500 }, 'a'.repeat(3500)),

    accepts('format: a text that matches validation_mask', plate, 'AB123'),
    refuses('format: validation_mask is case-sensitive', plate, 'ab123', ['campo_formato']),
    refuses('format: validation_mask: additional characters at the end', plate, 'AB1234', ['campo_formato']),
    refuses('format: validation_mask: additional characters at the start', plate, 'xAB123', ['campo_formato']),
    refuses('format: validation_mask: an additional space at the end', plate, 'AB123 ', ['campo_formato']),
    refuses('format: validation_mask: an additional line break at the end', plate, 'AB123\n', ['campo_formato']),
    accepts('format: validation_mask with ^ and $', { validation_mask: '^[A-Z]{2}[0-9]{3}$' }, 'AB123'),
    accepts('format: the second alternative of a pattern without brackets', { validation_mask: 'a|bc' }, 'bc'),
    refuses('format: an alternative of a pattern without brackets must match the whole value', { validation_mask: 'a|bc' }, 'abc', ['campo_formato']),
    accepts('format: a pattern with Unicode letter classes', { validation_mask: '\\p{Lu}\\p{Ll}+' }, 'Élan'),
    accepts('format: a pattern with the flag (?i)', { validation_mask: '(?i)abc' }, 'ABC'),
    refuses('format: a pattern on which backtracking engines take exponential time', { validation_mask: '(a+)+b' }, 'a'.repeat(200), ['campo_formato']),
    accepts('format: an empty validation_mask is ignored', { validation_mask: '' }, 'anything'),
    accepts('format: validation matches', { validation: '\\d+' }, '123'),
    refuses('format: validation does not match', { validation: '\\d+' }, '12a', ['campo_formato']),
    accepts('format: every validation of a list matches', { validation: ['[a-z0-9]+', '.*\\d.*'] }, 'a1'),
    refuses('format: the first of several validations fails', { validation: ['[a-z0-9]+', '.*\\d.*'] }, 'A1', ['campo_formato']),
    refuses('format: the second of several validations fails', { validation: ['[a-z0-9]+', '.*\\d.*'] }, 'ab', ['campo_formato']),
    accepts('format: an empty list of validations is ignored', { validation: [] }, 'anything'),
    accepts('format: validation_mask and validation match', { validation_mask: '[a-z]+', validation: '.{2}' }, 'ab'),
    refuses('format: validation_mask fails and validation matches', { validation_mask: '[a-z]+', validation: '.{2}' }, 'a1', ['campo_formato']),
    refuses('format: validation fails and validation_mask matches', { validation_mask: '[a-z]+', validation: '.{2}' }, 'abc', ['campo_formato']),
    refuses('a text too short and ill-formed reports the length only', { min_len: 3, ...plate }, 'ab', ['campo_lungo', '3']),

    accepts('font_case upper: converts the text', {}, 'città é', { fontCase: 'upper', wire: 'CITTÀ É' }),
    accepts('font_case lower: converts the text', {}, 'CITTÀ É', { fontCase: 'lower', wire: 'città é' }),
    accepts('font_case default: keeps the text', {}, 'Città', { fontCase: 'default' }),
    accepts('font_case upper: the format is checked after the conversion', plate, 'ab123', { fontCase: 'upper', wire: 'AB123' }),
    refuses('font_case lower: the format is checked after the conversion', plate, 'AB123', ['campo_formato'], { fontCase: 'lower', wire: 'ab123' }),
    refuses('font_case upper: the length is checked after the conversion', { max_len: 6 }, 'straße', ['campo_corto', '6'], {
      fontCase: 'upper',
      wire: 'STRASSE',
    }),
    accepts('font_case upper: converts the default', { default: 'web' }, undefined, { fontCase: 'upper', wire: 'WEB' }),
    accepts('font_case upper: converts the known datum', {}, undefined, {
      fontCase: 'upper',
      field: { mapping: 'nome', readonly: 'UNLOCKED' },
      known: { nome: 'Anna' },
      wire: 'ANNA',
    }),

    accepts('markup and template syntax are plain text', {}, '<b onclick="x()">{{ticket}}</b>'),
    accepts('a default of another type is ignored', { default: 5 }, undefined),
    accepts('a known number is converted to a text', {}, undefined, { field: { mapping: 'n' }, known: { n: 42 }, wire: '42' }),
    accepts('several known values: the first one is used', {}, undefined, { field: { mapping: 'n' }, known: { n: ['uno', 'due'] }, wire: 'uno' }),
    refuses('a number instead of a text', {}, 5, ['campo_formato']),
    refuses('true instead of a text', {}, true, ['campo_formato']),
    refuses('a list instead of a text', {}, ['a'], ['campo_formato']),
    refuses('an object instead of a text', {}, { a: 1 }, ['campo_formato']),
  ]
}
