import { phrases } from '@sportello/phrases'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { ANSWERS, sendForm } from '../../../test/send.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

const WORDS = {
  forms0024: 'Basta: {1} in {2}.',
  'en.forms0024': 'Enough: {1} in {2}.',
  campo_corto: 'Al massimo {1}!',
  forms0038: 'Manca qualcosa',
  unheard_of: 'x',
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const bundle = sampleBundle({ params: { custom_loc_strings: 'words.json', max_requests: 1, max_period: 2 } })
  const data_url = `data:application/json;base64,${Buffer.from(JSON.stringify(WORDS)).toString('base64')}`
  await server.load({ ...bundle, assets: [{ kind: 'custom_loc_strings', name: 'words.json', data_url }] })
  await server.load(sampleBundle({ code: 'plain', params: { max_requests: 1, max_period: 2 } }))
  for (const code of ['sample', 'plain']) expect((await server.call('POST', `/forms/${code}`, { body: sendForm(ANSWERS) })).status).toBe(201)
})
afterAll(() => server.close())

const said = async (form: string, language: string, answers: Record<string, unknown> = { ...ANSWERS, street: 'Via Nuova 3' }) => {
  const { body } = await server.call('POST', `/forms/${form}`, { body: sendForm(answers), headers: { 'Accept-Language': language } })
  return body.errors.map(({ data }) => data.message)
}

test.each([
  ['sample', 'it', ['Basta: 1 in 2.'], 'the customer’s phrases with the numbers filled in'],
  ['sample', 'en', ['Enough: 1 in 2.'], 'the phrases of one language first'],
  ['sample', 'de', ['Basta: 1 in 2.'], 'the phrases for all languages otherwise'],
  ['plain', 'it', [phrases.it.errors.forms0024.replace('{1}', '1').replace('{2}', '2')], 'the product’s phrases for another customer'],
])('error message of the form %s in %s: %j (%s)', async (form, language, messages) => {
  expect(await said(form, language)).toEqual(messages)
})

test('error messages of invalid fields use the customer’s own phrases', async () => {
  expect(await said('sample', 'it', { ...ANSWERS, street: 'x'.repeat(51) })).toEqual(['Al massimo 50!'])
  expect(await said('plain', 'it', { ...ANSWERS, street: 'x'.repeat(51) })).toEqual([phrases.it.issues.campo_corto.replace('{1}', '50')])
})

test('the message of an error without a known customer uses the product’s phrases', async () => {
  const { body } = await server.call('POST', '/forms/nobody', { body: sendForm(ANSWERS) })
  expect(body.errors[0]?.data.message).toBe(phrases.it.errors.forms0001)
})
