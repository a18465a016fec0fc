import { expect, test } from 'vitest'
import { errorsByField } from './form-errors.ts'

test('errorsByField lists nested errors under the server’s field names', () => {
  const server = { type: 'server', message: 'Non è ammesso.' }
  const errors = { code_form: { type: 'draft', message: '' }, params: { destination: [undefined, { url: server }] }, people: [{ email: server }] }
  expect(errorsByField(errors)).toEqual([
    { name: 'code_form', type: 'draft', message: '' },
    { name: 'params.destination.1.url', ...server },
    { name: 'people.0.email', ...server },
  ])
})

test('errorsByField ignores the DOM element in an error', () => {
  const ref = { type: 'text', message: 'no error' }
  expect(errorsByField({ name: { type: 'server', message: 'Manca.', ref } })).toEqual([{ name: 'name', type: 'server', message: 'Manca.' }])
})
