import type { Statement } from '@sportello/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

const ACCESSIBILITY = {
  conformance: 'partial',
  reviewed_on: '2026-10-01',
  checked_by: 'self',
  email: 'barriere@example.org',
  phone: '+39 0000 112200',
  official_url: 'https://form.example.org/1',
  exceptions: { it: 'La mappa.', de: 'Die Karte.' },
  feedback_tag: { it: 'report', de: 'unknown-step' },
}
const PRIVACY = {
  controller: 'Comune di Prova',
  email: 'privacy@example.org',
  text: { it: '<p>Testo <script>alert(1)</script><a href="javascript:alert(1)">link</a></p>', en: '  ' },
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.load(sampleBundle())
  await server.load(
    sampleBundle({ code: 'open', params: { auth_type: ['FREE'], accessibility: ACCESSIBILITY, privacy: PRIVACY, retention: { processed: 30 } } }),
  )
  await server.load(sampleBundle({ code: 'closed', params: { auth_type: ['SSO'], accessibility: ACCESSIBILITY } }))
  await server.load(sampleBundle({ code: 'asleep', active: false, params: { accessibility: ACCESSIBILITY } }))
})
afterAll(() => server.close())

const get = (path: string) => server.call<Statement>('GET', `/forms/${path}`)

test('returns the accessibility statement in the language asked for', async () => {
  const { status, body } = await get('open/statements/accessibility?locale=it')
  expect(status).toBe(200)
  const { exceptions: _, feedback_tag: __, ...facts } = ACCESSIBILITY
  expect(body.data).toEqual({ kind: 'accessibility', ...facts, exceptions: { text: 'La mappa.', language: 'it' }, feedback_tag: 'report' })
})

test.each([
  ['de', 'Die Karte.', 'de', null],
  ['el', 'La mappa.', 'it', 'report'],
])('for the locale %s returns the text %s in the language %s and the step %s', async (locale, text, language, feedback_tag) => {
  const { body } = await get(`open/statements/accessibility?locale=${locale}`)
  expect(body.data).toMatchObject({ exceptions: { text, language }, feedback_tag })
})

test('returns the privacy notice without scripts, and the facts about retention', async () => {
  const { status, body } = await get('open/statements/privacy?locale=en')
  expect(status).toBe(200)
  expect(body.data).toEqual({
    kind: 'privacy',
    controller: 'Comune di Prova',
    email: 'privacy@example.org',
    text: { text: '<p>Testo <a rel="noopener noreferrer">link</a></p>', language: 'it' },
    erased_after: { processed: 30, expired: null },
    chat_site: null,
    uses_recaptcha: false,
  })
})

test.each(['closed', 'asleep'])('the statement of the form %s can be read without a session, also during maintenance', async (code) => {
  expect((await get(`${code}/statements/accessibility`)).status).toBe(200)
})

test.each<[path: string, code: string]>([
  ['sample/statements/accessibility', 'http_not_found'],
  ['sample/statements/privacy', 'http_not_found'],
  ['nobody/statements/privacy', 'forms0001'],
  ['open/statements/cookies', 'forms0001'],
  ['open/statements/__proto__', 'forms0001'],
  ['open/statements/ACCESSIBILITY', 'forms0001'],
  ['closed/statements/privacy', 'http_not_found'],
])('returns status 404 with the error %2$s for the path %1$s', async (path, code) => {
  const { status, body } = await get(path)
  expect([status, body.errors[0]?.data.code]).toEqual([404, code])
})

test.each(['locale=xx', 'locale=it&locale=de', 'locale='])('rejects the query %s', async (query) => {
  expect((await get(`open/statements/privacy?${query}`)).status).toBe(400)
})

test.each<[string, object]>([
  ['a conformance that does not exist', { accessibility: { ...ACCESSIBILITY, conformance: 'maybe' } }],
  ['a date that does not exist', { accessibility: { ...ACCESSIBILITY, reviewed_on: '2026-02-30' } }],
  ['a URL with a script', { accessibility: { ...ACCESSIBILITY, official_url: 'javascript:alert(1)' } }],
  ['a text in an unknown language', { privacy: { ...PRIVACY, text: { xx: 'x' } } }],
  ['an overlong text', { privacy: { ...PRIVACY, text: { it: 'x'.repeat(40_001) } } }],
  ['no controller', { privacy: { email: 'a@example.org' } }],
])('a bundle with %s is rejected', async (_why, params) => {
  await expect(server.load(sampleBundle({ code: 'bad', params: { ...params } }))).rejects.toThrow()
  expect((await get('bad/statements/privacy')).status).toBe(404)
})

test('the configuration names the published statements', async () => {
  const listed = async (code: string) => (await server.call<{ statements: string[] }>('GET', `/forms/${code}`)).body.data?.statements
  expect(await listed('open')).toEqual(['accessibility', 'privacy'])
  expect(await listed('sample')).toEqual([])
})

const languageStep = (lang_code: string) => ({
  code_tag: `two-${lang_code}`,
  tag_description: lang_code,
  tag_type: 'FORM_LANG',
  params: [{ params_type: 'FORM_LANG', lang_code }],
  form_fields: [],
  children: [{ code_tag: `barrier-${lang_code}`, tag_description: 'Barrier', form_fields: [], children: [] }],
})

test.each([
  ['it', 'barrier-it', 'La mappa.'],
  ['de', null, 'Die Karte.'],
  ['el', null, 'La mappa.'],
])('in a form with languages, a page in the language %s never leads to a step in another one', async (locale, feedback_tag, text) => {
  await server.load({
    definitions: [
      {
        code_tag: 'two',
        tag_description: 'Two languages',
        form_params: { auth_type: ['FREE'], accessibility: { ...ACCESSIBILITY, feedback_tag: { it: 'barrier-it' } } },
        children: ['it', 'de'].map(languageStep),
      },
    ],
    forms: [{ code_form: 'two', code_tag: 'two' }],
  })
  expect((await get(`two/statements/accessibility?locale=${locale}`)).body.data).toMatchObject({ feedback_tag, exceptions: { text } })
})
