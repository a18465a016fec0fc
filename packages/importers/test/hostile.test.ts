import { describe, expect, test } from 'vitest'
import { importFormIo, importOutline, importSurveyJs } from '../src/index.ts'
import { many, outcome } from './outcome.ts'

const nested = (levels: number, wrap: (inner: unknown) => unknown, innermost: unknown) => {
  let value = innermost
  for (let level = 0; level < levels; level += 1) value = wrap(value)
  return value
}
const cyclic: Record<string, unknown> = { type: 'panel', name: 'p' }
cyclic.elements = [cyclic]
cyclic.components = [cyclic]
const pollution: unknown = JSON.parse(
  '{"__proto__":{"pages":[]},"pages":[{"name":"__proto__","elements":[{"type":"text","name":"__proto__"},{"type":"constructor","name":"constructor"},{"type":"dropdown","name":"toString","choices":["__proto__","constructor"]}]}]}',
)

describe('importSurveyJs with hostile input', () => {
  test.each<[what: string, json: unknown, expected: string]>([
    ['null', null, 'format'],
    ['a text', 'x', 'format'],
    ['a list', [], 'format'],
    ['an object of another product', { a: 1 }, 'format'],
    ['no element', { pages: [{}] }, 'empty'],
    ['pages that are not objects', { pages: [1, null, 'x', []] }, 'empty'],
    [
      'wrong types everywhere',
      {
        title: 5,
        pages: [
          {
            name: {},
            elements: [
              { type: 'text', name: [], title: 7, validators: 'x', maxLength: {} },
              { type: 'checkbox', choices: 'no' },
            ],
          },
        ],
      },
      'valid',
    ],
    [
      'choices of all types',
      { elements: [{ type: 'radiogroup', name: 'q', choices: [null, {}, [], true, 0, -1, '', { value: {} }, { value: null, text: 'x' }] }] },
      'valid',
    ],
    [
      'panels inside of 10,000 panels',
      { elements: [nested(10_000, (inner) => ({ type: 'panel', elements: [inner] }), { type: 'text', name: 'a' })] },
      'too_deep',
    ],
    ['a panel that contains itself', { elements: [cyclic] }, 'too_deep'],
    ['100,000 elements', { elements: many(100_000, (at) => ({ type: 'text', name: `q${at}` })) }, 'too_many'],
    ['100,000 options', { elements: [{ type: 'dropdown', name: 'q', choices: many(100_000, (at) => at) }] }, 'too_many'],
    [
      'a matrix of 1,000 rows and 1,000 columns',
      { elements: [{ type: 'matrixdropdown', name: 'm', rows: many(1_000, (at) => at), columns: many(1_000, (at) => ({ name: `c${at}` })) }] },
      'too_many',
    ],
    ['3,000 questions with one name', { elements: many(3_000, () => ({ type: 'text', name: 'same' })) }, 'valid'],
    ['2,000 pages', { pages: many(2_000, (at) => ({ name: `p${at}`, elements: [{ type: 'text', name: `q${at}` }] })) }, 'valid'],
    ['names of the prototype', pollution, 'valid'],
    ['a label of 1 MB', { elements: [{ type: 'text', name: 'x'.repeat(1_000_000), title: 'y'.repeat(1_000_000) }] }, 'valid'],
    [
      'a text with lone surrogates and NUL',
      {
        title: '\ud800\0',
        elements: [
          { type: 'html', html: '\udfff\0' },
          { type: 'text', name: '\ud800', title: '\udc00' },
        ],
      },
      'valid',
    ],
    ['a condition of 1 MB', { elements: [{ type: 'text', name: 'a', visibleIf: `${'('.repeat(500_000)}{a} = 1` }] }, 'valid'],
    [
      'a regular expression that backtracks',
      { elements: [{ type: 'text', name: 'a', validators: [{ type: 'regex', regex: '(((a+)+)+)+'.repeat(40) }] }] },
      'valid',
    ],
    ['a rating of a billion steps', { elements: [{ type: 'rating', name: 'a', rateMin: 0, rateMax: 1e9, rateStep: 1e-9 }] }, 'valid'],
    [
      'numbers that JSON cannot contain',
      {
        elements: [
          { type: 'text', inputType: 'number', name: 'a', min: Number.NaN, max: Number.POSITIVE_INFINITY },
          { type: 'rating', name: 'r', rateMax: Number.POSITIVE_INFINITY },
        ],
      },
      'valid',
    ],
    [
      'a matrix with a label and a name of 1 MB and 4,000 rows',
      { elements: [{ type: 'matrix', name: 'n'.repeat(1_000_000), title: 't'.repeat(1_000_000), columns: [1, 2], rows: many(4_000, (at) => at) }] },
      'valid',
    ],
    [
      'a branching of 100 options whose pages have 10,000 options each',
      {
        locale: 'it',
        pages: [
          { name: 'a', elements: [{ type: 'radiogroup', name: 'q', choices: many(100, (at) => `o${at}`) }] },
          { name: 'b', visibleIf: "{q} = 'o1'", elements: [{ type: 'text', name: 't' }] },
          { name: 'c', elements: [{ type: 'dropdown', name: 'd', title: { it: 'a', de: 'b', fr: 'c' }, choices: many(10_000, (at) => `option ${at}`) }] },
        ],
      },
      'valid',
    ],
    [
      'choices on every page that would double the steps 18 times',
      {
        pages: many(40, (at) => ({
          name: `p${at}`,
          ...(at > 0 && { visibleIf: `{q${at - 1}} = 'a'` }),
          elements: [
            { type: 'radiogroup', name: `q${at}`, choices: ['a', 'b'] },
            { type: 'text', name: `t${at}` },
          ],
        })),
      },
      'valid',
    ],
  ])('returns a valid form or the expected error: %s', (_what, json, expected) => {
    expect(outcome(() => importSurveyJs(json))).toBe(expected)
  })
})

describe('importFormIo with hostile input', () => {
  test.each<[what: string, json: unknown, expected: string]>([
    ['null', null, 'format'],
    ['no components', {}, 'format'],
    ['components that are not a list', { components: {} }, 'format'],
    ['an empty form', { components: [] }, 'empty'],
    ['only a button', { components: [{ type: 'button', action: 'submit' }] }, 'empty'],
    [
      'wrong types everywhere',
      {
        title: [],
        name: 1,
        components: [
          null,
          1,
          { type: 5 },
          { type: 'columns', columns: [1, null] },
          { type: 'table', rows: [1, [null, 2]] },
          { type: 'select', key: 7, data: [], validate: 'x' },
        ],
      },
      'valid',
    ],
    ['10,000 levels', { components: [nested(10_000, (inner) => ({ type: 'well', components: [inner] }), {})] }, 'too_deep'],
    ['a panel that contains itself', { components: [cyclic] }, 'too_deep'],
    ['100,000 components', { components: many(100_000, () => ({ type: 'textfield', key: 'a' })) }, 'too_many'],
    [
      'a survey of 1,000 questions with 1,000 answers',
      { components: [{ type: 'survey', key: 's', questions: many(1_000, (at) => ({ value: at })), values: many(1_000, (at) => ({ value: at })) }] },
      'too_many',
    ],
    [
      'default values of wrong types',
      {
        components: [
          { type: 'checkbox', key: 'a', defaultValue: 'yes' },
          { type: 'number', key: 'b', defaultValue: {} },
          { type: 'selectboxes', key: 'c', values: [{ value: 'x' }], defaultValue: { __proto__: true, x: 1 } },
        ],
      },
      'valid',
    ],
  ])('returns a valid form or the expected error: %s', (_what, json, expected) => {
    expect(outcome(() => importFormIo(json))).toBe(expected)
  })
})

describe('importOutline with hostile input', () => {
  test.each<[what: string, text: string, expected: string]>([
    ['an empty text', '', 'empty'],
    ['only spaces and marks', ' \n\t\n - \n\u00a0', 'valid'],
    ['only spaces', ' \n\t\n\u00a0', 'empty'],
    ['no text', 5 as unknown as string, 'format'],
    ['10 MB', 'x'.repeat(10_000_000), 'too_large'],
    ['20,000 lines', 'a\n'.repeat(20_000), 'too_many'],
    ['9,000 equal lines', 'a\n'.repeat(9_000), 'valid'],
    ['1,000 levels', many(1_000, (at) => `${' '.repeat(at)}step`).join('\n'), 'valid'],
    ['a line of 1 MB', 'a. '.repeat(300_000), 'valid'],
    ['lines with names of the prototype', '__proto__\n\tconstructor\n\t__proto__', 'valid'],
  ])('returns a valid form or the expected error: %s', (_what, text, expected) => {
    expect(outcome(() => importOutline(text))).toBe(expected)
  })
})
