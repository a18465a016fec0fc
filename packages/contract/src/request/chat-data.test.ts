import { expect, test } from 'vitest'
import { chatDataOf } from './chat-data.ts'

test.each<[why: string, known: Parameters<typeof chatDataOf>[0], told: object]>([
  ['returns no data of an anonymous visitor', null, {}],
  ['returns the first of several addresses', { email: ['a@example.org', 'b@example.org'] }, { email: 'a@example.org' }],
  ['omits an empty list of addresses', { email: [] }, {}],
  ['converts a JSON number to a text', { telefono: 55123456 }, { telefono: '55123456' }],
  ['omits blank, null and non-text values', { nome: ' ', cognome: null, cod_fiscale: { a: 1 }, telefono: true }, {}],
  ['omits data that the specification does not list', { nome: 'Anna', stipendio: '99000', survey_compiled: true }, { nome: 'Anna' }],
  ['cuts a long value to 256 characters', { nome: 'a'.repeat(5_000) }, { nome: 'a'.repeat(256) }],
])('chatDataOf (the visitor’s data for a live chat) %s', (_why, known, told) => {
  expect(chatDataOf(known)).toEqual(told)
})
