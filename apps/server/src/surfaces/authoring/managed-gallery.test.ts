import type { Bundle, Definition, SendReceipt, StartingForm, TagView } from '@sportello/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fillStartingForm } from '../../../test/fill-starting-form.ts'
import { codes, startManagementCase } from '../../../test/management-case.ts'
import { sendForm, withFiles } from '../../../test/send.ts'
import { FILE_NAMES, LANGUAGES, lastSteps, questionsOn, readStartingForm } from '../../../test/starting-forms.ts'
import * as bundles from '../bundle/rules.ts'
import { STARTING_FORMS, StartingForms } from './starting-forms.ts'

vi.mock('../bundle/rules.ts', async (load) => {
  const actual = await load<typeof bundles>()
  return { ...actual, readBundleFile: vi.fn(actual.readBundleFile) }
})

let it: Awaited<ReturnType<typeof startManagementCase>>
beforeAll(async () => {
  it = await startManagementCase()
})
afterAll(() => it.server.close())

const bundleOf = async (name: string) => (await readStartingForm(name)).bundle as Bundle

describe('GET /managements/gallery', () => {
  test('lists every file of demo/gallery, with titles and descriptions in all languages', async () => {
    const { status, body } = await it.call<StartingForm[]>('GET', '/gallery', { as: 'viewer' })
    expect(status).toBe(200)
    expect(body.data?.map(({ name }) => name)).toEqual([...STARTING_FORMS])
    expect([...STARTING_FORMS].sort()).toEqual(FILE_NAMES)
    for (const form of body.data ?? []) {
      expect(form.languages).toEqual([...LANGUAGES])
      for (const texts of [form.titles, form.descriptions]) {
        expect(Object.keys(texts)).toEqual([...LANGUAGES])
        expect(new Set(Object.values(texts)).size).toBe(LANGUAGES.length)
        expect(Object.values(texts).join('')).not.toMatch(/[<&[]/)
      }
    }
    expect(body.data?.[0]).toMatchObject({
      name: 'contact',
      steps: 5,
      titles: { it: 'Contattare l’ufficio', en: 'Contact the office', de: 'Kontakt aufnehmen' },
    })
  })

  test('reads each file only once, even for parallel calls', async () => {
    vi.mocked(bundles.readBundleFile).mockClear()
    const forms = new StartingForms()
    await Promise.all([forms.list(), forms.list(), forms.definition('contact')])
    await forms.list()
    expect(bundles.readBundleFile).toHaveBeenCalledTimes(STARTING_FORMS.length)
  })

  test('reads the files again after a failed read', async () => {
    const forms = new StartingForms()
    vi.mocked(bundles.readBundleFile).mockRejectedValueOnce(new Error('too many open files'))
    await expect(forms.list()).rejects.toThrow('too many open files')
    expect(await forms.list()).toHaveLength(STARTING_FORMS.length)
  })
})

describe('GET /managements/gallery/{name}', () => {
  test('returns the definition of a starting form, and it can be saved as a draft', async () => {
    const { status, body } = await it.call<Definition>('GET', '/gallery/membership', { as: 'viewer' })
    expect(status).toBe(200)
    expect(body.data).toEqual(JSON.parse(JSON.stringify((await bundleOf('membership')).definitions[0])))
    const saved = await it.call('PUT', '/definitions/our-members', { as: 'operator', body: { ...body.data, code_tag: 'our-members' } })
    expect([saved.status, saved.body.errors]).toEqual([200, []])
  })

  test.each([
    'unknown',
    'contact.yaml',
    'Contact',
    '..%2Fgallery',
    '..%2Fcomune-aurora',
    '..%2F..%2Fpackage',
    '%2Fetc%2Fpasswd',
    'contact%2F..%2Fcontact',
    '..%5Cgallery',
    'contact%00',
    'constructor',
    '__proto__',
    'x'.repeat(80),
  ])('rejects the name %s with http_not_found', async (name) => {
    const answer = await it.call('GET', `/gallery/${name}`)
    expect(answer.status).toBe(404)
    expect(codes(answer)).toEqual([404, 'http_not_found'])
  })
})

test('GET /managements/definition-schema returns the JSON Schema with which the editor completes a definition', async () => {
  const { status, body } = await it.call<{ title: string; properties: object; $defs: object }>('GET', '/definition-schema', { as: 'viewer' })
  expect([status, body.data?.title, Object.keys(body.data?.properties ?? {})]).toEqual([
    200,
    'Sportello form definition',
    expect.arrayContaining(['code_tag', 'form_params', 'form_fields', 'children']),
  ])
})

test.each(['/gallery', '/gallery/contact'])('GET /managements%s requires an operator who may manage the whole deployment', async (path) => {
  expect(codes(await it.call('GET', path, { as: 'theirs' }))).toEqual([403, 'forms0018'])
  expect(codes(await it.call('GET', path, { as: 'nobody' }))).toEqual([403, 'forms0018'])
  expect((await it.call('GET', path, { as: null })).status).toBe(401)
})

describe.each(FILE_NAMES)('a form with the definition %s', (name) => {
  test.each(['it', 'el'])('accepts a request from each last step of the branch for the language %s', async (language) => {
    const bundle = await bundleOf(name)
    const params = { max_requests: 1_000, survey_no_recompile: false }
    await it.server.load({ ...bundle, forms: [{ code_form: `form-${name}`, code_tag: name, params }] })
    const { ticket_prefix: prefix, otp, auth_type: modes } = bundle.definitions[0]?.form_params ?? {}
    const survey = modes?.includes('SURVEY')
    for (const { tag, path } of lastSteps(bundle, language)) {
      const { body: step } = await it.server.call<TagView>('GET', `/forms/form-${name}/tags/${tag.code_tag}`)
      const terms = step.data?.form_fields.filter(({ type }) => type === 'TERMS_CONDITIONS').map(({ id }) => id)
      const { answers, files } = fillStartingForm(questionsOn(path))
      const email = survey ? undefined : `${tag.code_tag}@example.org`
      const form = sendForm(answers, { email, confirmed_email: email, code_tag: tag.code_tag, terms: JSON.stringify(terms) })
      const { status, body } = await it.server.call<SendReceipt>('POST', `/forms/form-${name}`, { body: withFiles(form, ...files) })
      expect([tag.code_tag, status, body.errors]).toEqual([tag.code_tag, 201, []])
      expect(body.data?.opens_ticket).toBe(!survey)
      expect(body.data?.ticket).toMatch(new RegExp(`^${prefix}`))
      expect(body.data?.otp === null).toBe(!otp)
      if ('first_name' in answers) expect(body.data?.summary_html).toContain('Mario Rossi')
      if (otp) expect(body.data?.summary_html).toContain(body.data?.otp)
    }
  })

  test('rejects a request in which the privacy notice is not accepted', async () => {
    const bundle = await bundleOf(name)
    if (bundle.definitions[0]?.form_params.auth_type?.includes('SURVEY')) return
    await it.server.load({ ...bundle, forms: [{ code_form: `form-${name}`, code_tag: name }] })
    const [last] = lastSteps(bundle, 'it')
    const { answers, files } = fillStartingForm(questionsOn(last?.path ?? []))
    const form = withFiles(sendForm(answers, { code_tag: last?.tag.code_tag }), ...files)
    const { status, body } = await it.server.call('POST', `/forms/form-${name}`, { body: form })
    expect([status, body.errors.map(({ data }) => data.code)]).toEqual([422, ['forms0038']])
  })
})
