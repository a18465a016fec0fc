import { REQUIRED, type Rule, rulesOf } from './rule.ts'

/**
 * Rows of the rules table for the two number inputs (visitor specification, section 5: "must parse as a number, min and
 * max apply").
 */
export function numberRules(type: 'int' | 'numeric'): Rule[] {
  const { accepts, refuses } = rulesOf(type)
  const none = { wire: undefined }
  return [
    refuses('required: an empty text', {}, '', ['campo_richiesto'], { ...REQUIRED, ...none }),
    refuses('required: an untouched field', {}, undefined, ['campo_richiesto'], REQUIRED),
    refuses('required: white space only', {}, '  ', ['campo_richiesto'], { ...REQUIRED, ...none }),
    accepts('not required: an empty answer', { min: 1 }, '', none),
    accepts('not required: white space only', { min: 1 }, '  ', none),
    accepts('required: zero is an answer', {}, '0', { ...REQUIRED, wire: 0 }),
    accepts('a typed number is sent as a number', {}, '5', { wire: 5 }),
    accepts('a negative number', {}, '-3', { wire: -3 }),
    accepts('a plus sign', {}, '+7', { wire: 7 }),
    accepts('surrounding white space, which is trimmed', {}, ' 12 ', { wire: 12 }),
    accepts('leading zeros', {}, '007', { wire: 7 }),
    accepts('fifteen digits', {}, '123456789012345', { wire: 123456789012345 }),
    refuses('a word', {}, 'abc', ['campo_formato']),
    refuses('a number with its unit', {}, '5 kg', ['campo_formato']),
    refuses('two numbers', {}, '5 6', ['campo_formato']),
    refuses('an exponent', {}, '1e3', ['campo_formato']),
    refuses('a hexadecimal number', {}, '0x10', ['campo_formato']),
    refuses('infinity', {}, 'Infinity', ['campo_formato']),
    refuses('a minus sign alone', {}, '-', ['campo_formato']),
    refuses('a minus sign after the digits', {}, '5-', ['campo_formato']),
    refuses('a sum', {}, '2+2', ['campo_formato']),
    refuses('digits of another script', {}, '٣', ['campo_formato']),
    refuses('dots between thousands and a comma before decimals', {}, '1.234,5', ['campo_formato']),
    refuses('sixteen digits, which a double cannot represent exactly', {}, '1234567890123456', ['campo_formato']),
    refuses('true', {}, true, ['campo_formato']),
    refuses('a list', {}, [1], ['campo_formato']),
    refuses('below min', { min: 1 }, '0', ['numero_min', '1'], { wire: 0 }),
    accepts('exactly min', { min: 1 }, '1', { wire: 1 }),
    refuses('above max', { max: 10 }, '11', ['numero_max', '10'], { wire: 11 }),
    accepts('exactly max', { max: 10 }, '10', { wire: 10 }),
    refuses('below a min of 0', { min: 0 }, '-1', ['numero_min', '0'], { wire: -1 }),
    refuses('above a max of 0', { max: 0 }, '1', ['numero_max', '0'], { wire: 1 }),
    refuses('negative bounds: below min', { min: -5, max: -2 }, '-6', ['numero_min', '-5'], { wire: -6 }),
    refuses('negative bounds: above max', { min: -5, max: -2 }, '-1', ['numero_max', '-2'], { wire: -1 }),
    accepts('negative bounds: between', { min: -5, max: -2 }, '-3', { wire: -3 }),
    refuses('a min given as a text', { min: '10' }, '9', ['numero_min', '10'], { wire: 9 }),
    refuses('a max given as a text is compared as a number', { max: '9' }, '10', ['numero_max', '9'], { wire: 10 }),
    accepts('min equal to max', { min: 4, max: 4 }, '4', { wire: 4 }),
    accepts('a default of 0', { default: 0 }, undefined, { wire: 0 }),
    accepts('a default of another type is ignored', { default: 'cinque' }, undefined),
    refuses('a default is validated like an answer', { default: 0, min: 1 }, undefined, ['numero_min', '1'], { wire: 0 }),
    accepts('a known datum that is a text with a number', {}, undefined, { field: { mapping: 'n' }, known: { n: '42' }, wire: 42 }),
    accepts('a known datum that is not a number is ignored', {}, undefined, { field: { mapping: 'n' }, known: { n: 'molti' } }),
  ]
}
