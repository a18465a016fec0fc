import { expect, test } from 'vitest'
import { errorsByField } from './form-errors.ts'

test('errorsByField names nested errors as the server names their fields', () => {
  const server = { type: 'server', message: 'Non è ammesso.' }
  const errors = { code_form: { type: 'draft', message: '' }, params: { destination: [undefined, { url: server }] }, people: [{ email: server }] }
  expect(errorsByField(errors)).toEqual([
    { name: 'code_form', type: 'draft', message: '' },
    { name: 'params.destination.1.url', ...server },
    { name: 'people.0.email', ...server },
  ])
})

test('errorsByField does not look into the control of an error', () => {
  const ref = { type: 'text', message: 'no error' }
  expect(errorsByField({ name: { type: 'server', message: 'Manca.', ref } })).toEqual([{ name: 'name', type: 'server', message: 'Manca.' }])
})
