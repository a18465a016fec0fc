import type { FormField, TagView } from '@sportello/contract'
import { expect, test } from 'vitest'
import { rememberLabels } from '../wizard/looked-up-labels.ts'
import { reviewedAnswers } from './reviewed-answers.ts'

const question = (code: string, settings: object, more: object = {}) =>
  ({
    type: 'PROPERTY',
    ordering: 1,
    value: { property_code: code, property_description: `Label ${code}`, default_value: settings },
    ...more,
  }) as unknown as FormField
const step = (code: string, ...form_fields: FormField[]) =>
  ({ code_tag: code, tag_description: `Step ${code}`, form_fields, children: [] }) as unknown as TagView
const draft = (shown: Record<string, unknown>, files: Record<string, File[]> = {}) => ({ shown, files, lostFiles: {}, carried: new Set<string>() }) as never
const KNOWN = { known: {}, today: '2026-03-02', words: { language: 'it', yes: 'Sì', no: 'No' } }
const rowsOf = (steps: TagView[], state: never, known: object = {}) =>
  reviewedAnswers(steps, state, { ...KNOWN, known: known as never }).map(({ title, rows }) => [title, rows.map(({ label, text }) => `${label}: ${text}`)])

test('the check shows each answer as people read it, step by step, and leaves out steps without questions', () => {
  const steps = [
    step('root', { type: 'HTML', ordering: 1, value: '<p>Hello</p>' } as FormField),
    step('who', question('name', { input_type: 'text' }), question('born', { input_type: 'date' })),
    step('what', question('kind', { input_type: 'select', options: [{ key: 'a', value: 'First' }] }), question('note', { input_type: 'textarea' })),
  ]
  expect(rowsOf(steps, draft({ name: 'Ada', born: '01/02/1990', kind: 'a' }))).toEqual([
    ['Step who', ['Label name: Ada', expect.stringMatching(/^Label born: .*1990$/)]],
    ['Step what', ['Label kind: First', 'Label note: ']],
  ])
})

test('the check leaves out hidden questions, and shows known data of locked questions', () => {
  const steps = [
    step(
      'who',
      question('secret', { input_type: 'text' }, { hidden: true, mapping: 'secret' }),
      question('name', { input_type: 'text' }, { readonly: 'LOCKED', mapping: 'nome' }),
    ),
  ]
  expect(rowsOf(steps, draft({}), { nome: 'Ada', secret: 'x' })).toEqual([['Step who', ['Label name: Ada']]])
})

test('the check names the files, and shows the label of an option from a data source', () => {
  const steps = [
    step(
      'what',
      question('photo', { input_type: 'file' }),
      question('school', { input_type: 'select_data_source', service_code: 'schools', elementsType: 'restCall' }),
    ),
  ]
  rememberLabels('schools', [{ key: '7', value: 'Scuola Rodari' }])
  const [[, rows]] = rowsOf(steps, draft({ school: '7' }, { photo: [new File(['x'], 'hole.png', { type: 'image/png' })] })) as [[string, string[]]]
  expect(rows[0]).toContain('hole.png')
  expect(rows[1]).toBe('Label school: Scuola Rodari')
})
