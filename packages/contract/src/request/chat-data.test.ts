import { expect, test } from 'vitest'
import { chatDataOf } from './chat-data.ts'

test.each<[why: string, known: Parameters<typeof chatDataOf>[0], told: object]>([
  ['an anonymous visitor', null, {}],
  ['several addresses: the first', { email: ['a@example.org', 'b@example.org'] }, { email: 'a@example.org' }],
  ['an empty list of addresses', { email: [] }, {}],
  ['a JSON number is converted to a text', { telefono: 55123456 }, { telefono: '55123456' }],
  ['blank, null and non-text values are omitted', { nome: ' ', cognome: null, cod_fiscale: { a: 1 }, telefono: true }, {}],
  ['data that the specification does not list are omitted', { nome: 'Anna', stipendio: '99000', survey_compiled: true }, { nome: 'Anna' }],
  ['a long datum is cut to 256 characters', { nome: 'a'.repeat(5_000) }, { nome: 'a'.repeat(256) }],
])('chatDataOf: %s', (_why, known, told) => {
  expect(chatDataOf(known)).toEqual(told)
})
