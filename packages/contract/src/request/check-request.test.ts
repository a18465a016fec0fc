import { describe, expect, test } from 'vitest'
import type { FormField, Property } from '../form/form-field.ts'
import { checkRequest, foreignFields, type Question, questionsOf } from './check-request.ts'

const context = { today: '2026-03-10', matches: () => true }

function property(property_code: string, default_value: Property['default_value']): Property {
  return { property_code, property_description: property_code, default_value }
}

function question(property_code: string, more: Partial<Omit<Question, 'property'>> & { settings?: Property['default_value'] } = {}): Question {
  const { settings = { input_type: 'text' as const }, required = false, hidden = false } = more
  return { property: property(property_code, settings), required, hidden, readonly: 'EDITABLE', mapping: undefined, ...more }
}

describe('questionsOf (the questions of the steps that a visitor went through)', () => {
  const field = (code: string, more: Partial<FormField> = {}) =>
    ({ type: 'PROPERTY', ordering: 1, value: property(code, { input_type: 'text' }), ...more }) as FormField

  test('returns the questions of all given steps, without information blocks', () => {
    const html = { type: 'HTML', ordering: 1, value: '<p>x</p>' } as FormField
    const path = [{ form_fields: [field('a'), html] }, { form_fields: [] }, { form_fields: [field('b', { required: true }), field('c', { hidden: true })] }]
    expect(questionsOf(path).map(({ property: { property_code }, required, hidden }) => [property_code, required, hidden])).toEqual([
      ['a', false, false],
      ['b', true, false],
      ['c', false, true],
    ])
  })

  test('includes EMAIL fields', () => {
    expect(questionsOf([{ form_fields: [field('mail', { type: 'EMAIL' } as Partial<FormField>)] }])).toHaveLength(1)
  })
})

describe('checkRequest (all answers of a request)', () => {
  const faults = (questions: Question[], answers: Record<string, unknown>, files = {}) =>
    checkRequest(questions, answers, files, context).map(({ field, issue }) => `${field}:${issue.code}`)

  test('reports every error, in the order of the questions', () => {
    const questions = [
      question('a', { required: true }),
      question('b', { settings: { input_type: 'int', max: 3 } }),
      question('c'),
      question('d', { settings: { input_type: 'email' } }),
    ]
    expect(faults(questions, { d: 'x', b: 4, c: 'fine' })).toEqual(['a:campo_richiesto', 'b:numero_max', 'd:indirizzo_non_valido'])
  })

  test('ignores hidden questions, even if they are required', () => {
    expect(faults([question('a', { required: true, hidden: true })], {})).toEqual([])
  })

  test('checks a file question by the uploaded files and ignores the JSON answer', () => {
    const photos = question('photos', { required: true, settings: { input_type: 'file' } })
    expect(faults([photos], { photos: 'a.png' })).toEqual(['photos:campo_richiesto'])
    expect(faults([photos], {}, { photos: [{ name: 'a.png', size: 1, type: '' }] })).toEqual([])
  })

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('treats a question with the code %s like any other question', (name) => {
    expect(faults([question(name)], {})).toEqual([])
    expect(faults([question(name, { required: true })], {})).toEqual([`${name}:campo_richiesto`])
    expect(faults([question(name, { settings: { input_type: 'file' } })], {})).toEqual([])
    expect(foreignFields([], Object.fromEntries([[name, 'x']]), {})).toEqual([name])
  })
})

describe('foreignFields (codes in a request that do not belong to the visitor’s steps)', () => {
  const file = { input_type: 'file' } as const
  const questions = [
    question('text'),
    question('photos', { settings: file }),
    question('secret', { hidden: true }),
    question('hiddenFile', { settings: file, hidden: true }),
    question('lockedFile', { settings: file, readonly: 'LOCKED' }),
    question('unlockedFile', { settings: file, readonly: 'UNLOCKED' }),
  ]

  test.each<[why: string, answers: Record<string, unknown>, files: Record<string, []>, foreign: string[]]>([
    ['no answers', {}, {}, []],
    ['answers to fields on the path only', { text: 'a' }, { photos: [] }, []],
    ['an answer to a hidden field on the path', { secret: 'x' }, {}, []],
    ['an answer to an unknown field', { other: 'a', text: 'b' }, {}, ['other']],
    ['an answer to a file field', { photos: 'a.png' }, {}, ['photos']],
    ['a file for a text field', {}, { text: [] }, ['text']],
    ['several unknown fields', { x: 1 }, { y: [] }, ['x', 'y']],
    ['a file for a hidden field', {}, { hiddenFile: [] }, ['hiddenFile']],
    ['a file for a LOCKED field', {}, { lockedFile: [] }, ['lockedFile']],
    ['a file for an UNLOCKED field without a known datum', {}, { unlockedFile: [] }, []],
    ['a field code in another letter case', { Text: 'a' }, {}, ['Text']],
  ])('for %s: with the answers %j and the files %j, returns the codes %j', (_why, answers, files, foreign) => {
    expect(foreignFields(questions, answers, files)).toEqual(foreign)
  })
})
