import { expect, test } from 'vitest'
import type { FormField } from '../form/form-field.ts'
import { correctableFields, correctionFields, FURTHER_FILES, messageKind } from './corrections.ts'

const question = (code: string, more: object = {}, settings: object = { input_type: 'text' }) =>
  ({
    type: 'PROPERTY',
    id: code,
    ordering: 1,
    value: { property_code: code, property_description: `La ${code}`, default_value: settings },
    ...more,
  }) as FormField

const path = [
  { form_fields: [question('name', { mapping: 'nome' }), question('hidden', { hidden: true }), { type: 'HTML', ordering: 2, value: '<p>x</p>' } as FormField] },
  {
    form_fields: [
      question('locked', { readonly: 'locked' }),
      question('known', { readonly: 'UNLOCKED', mapping: 'cognome' }),
      question('free', { readonly: 'unlocked' }),
      question('photo', { required: false }, { input_type: 'file' }),
      {
        type: 'FURTHER_QUESTIONS',
        ordering: 9,
        value: { text: 'Altro?', fields: [{ property: { property_code: 'more', property_description: 'Altro', default_value: { input_type: 'text' } } }] },
      } as FormField,
    ],
  },
]
const codes = (fields: ReturnType<typeof correctableFields>) => fields.map(({ value }) => value.property_code)

test('correctableFields returns the questions that a visitor can answer, with the further ones', () => {
  expect(codes(correctableFields(path))).toEqual(['name', 'free', 'photo', 'more'])
})

test.each<[named: string[], kind: string]>([
  [[], 'question'],
  [['name'], 'correction'],
  [['photo'], 'file'],
  [[FURTHER_FILES], 'file'],
  [['photo', FURTHER_FILES], 'file'],
  [['photo', 'name'], 'correction'],
  [['more', FURTHER_FILES], 'correction'],
])('messageKind of %s is %s', (named, kind) => expect(messageKind(named, path)).toBe(kind))

test('correctionFields asks only what is named, fills in the stored answers, and takes none from a session', () => {
  const fields = correctionFields(path, ['name', 'photo'], { name: 'Anna', locked: 'L', hidden: 'H', constructor: 'x' }, 'Altri file')
  expect(fields.map(({ value, hidden, required, mapping, readonly }) => [value.property_code, hidden, required, mapping, readonly])).toEqual([
    ['name', false, undefined, undefined, undefined],
    ['hidden', true, undefined, undefined, undefined],
    ['locked', true, undefined, undefined, undefined],
    ['known', true, undefined, undefined, undefined],
    ['free', true, undefined, undefined, undefined],
    ['photo', false, true, undefined, undefined],
    ['more', true, undefined, undefined, undefined],
  ])
  expect(fields.map(({ value }) => (value.default_value as { default?: unknown }).default)).toEqual([
    'Anna',
    'H',
    'L',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('correctionFields adds a question for further files, unless the form has one of this code', () => {
  expect(codes(correctionFields(path, [FURTHER_FILES], {}, 'Altri file'))).toContain(FURTHER_FILES)
  const own = [{ form_fields: [question(FURTHER_FILES, {}, { input_type: 'file' })] }]
  expect(codes(correctionFields(own, [FURTHER_FILES], {}, 'Altri file'))).toEqual([FURTHER_FILES])
})
