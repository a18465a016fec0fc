import type { Definition } from '@sportello/contract'
import { expect, test } from 'vitest'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { indexDefinition } from '../../catalogue/definitions/rules.ts'
import { askedOf } from './token-fields.ts'

/** Returns a step that begins a language branch, with a token login step directly below it. */
function spoken(lang_code: string, fields: readonly (readonly [code: string, label: string, input: string])[]) {
  const value = {
    fields: fields.map(([property_code, property_description, input_type]) => ({ property_code, property_description, default_value: { input_type } })),
  }
  const login = { code_tag: `${lang_code}-in`, form_fields: [{ type: 'TOKEN_LOGIN', ordering: 1, value }], children: [] }
  return { code_tag: lang_code, tag_type: 'FORM_LANG', params: [{ params_type: 'FORM_LANG', lang_code }], form_fields: [], children: [login] }
}

const children = [
  spoken('de', [
    ['cognome', 'Nachname', 'text'],
    ['nascita', 'Geburtstag', 'date'],
  ]),
  spoken('it', [['cognome', 'Cognome', 'text']]),
]
const definition = { code_tag: 'root', tag_description: 'Root', form_params: {}, form_fields: [], children } as unknown as Definition
const customer = { published: indexDefinition(definition, 1) } as unknown as Pick<Customer, 'published'>

test.each<[language: string, labels: string[]]>([
  ['it', ['Cognome', 'Geburtstag']],
  ['de', ['Nachname', 'Geburtstag']],
  ['en', ['Nachname', 'Geburtstag']],
])('askedOf (the fields that an operator fills in for a new login token) returns, in the language %s, the labels %j', (language, labels) => {
  expect(askedOf(customer, language).map(({ label }) => label)).toEqual(labels)
})

test('askedOf marks a field as required if every token login of the form requires it, and keeps the field’s type', () => {
  expect(askedOf(customer, 'it')).toEqual([
    { code: 'cognome', label: 'Cognome', input_type: 'text', required: true },
    { code: 'nascita', label: 'Geburtstag', input_type: 'date', required: false },
  ])
})
