import { expect, test } from 'vitest'
import { chatDataOf } from './chat-data.ts'

test.each<[why: string, known: Parameters<typeof chatDataOf>[0], told: object]>([
  ['nobody is known', null, {}],
  ['the first of several addresses', { email: ['a@example.org', 'b@example.org'] }, { email: 'a@example.org' }],
  ['no address in an empty list', { email: [] }, {}],
  ['a number that was sent as one', { telefono: 55123456 }, { telefono: '55123456' }],
  ['blank, null and odd values are none', { nome: ' ', cognome: null, cod_fiscale: { a: 1 }, telefono: true }, {}],
  ['what the specification does not list stays', { nome: 'Anna', stipendio: '99000', survey_compiled: true }, { nome: 'Anna' }],
  ['no datum is endless', { nome: 'a'.repeat(5_000) }, { nome: 'a'.repeat(256) }],
])('chatDataOf: %s', (_why, known, told) => {
  expect(chatDataOf(known)).toEqual(told)
})
