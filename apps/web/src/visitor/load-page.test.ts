import type { CustomerConfiguration, Envelope, ErrorCode, TagView } from '@sportello/contract'
import { describe, expect, test } from 'vitest'
import type { Api } from '../shared/call.ts'
import { placeOf } from '../shared/place.ts'
import { loadPage } from './load-page.ts'
import type { PageData } from './page-data.ts'

const languages = ['it', 'en', 'de'].map((code) => ({ lang_code: code, code_tag: code, label: code }))
const accept = <T>(data: T): Envelope<T> => ({ success: true, data, errors: [] })
const refuse = (code: 'forms0001' | 'forms0003' | 'forms0011' | 'http_not_found'): Envelope<never> => ({
  success: false,
  data: null,
  errors: [{ severity: 'high', data: { code, params: [], message: '' } }],
})

const FOOTER = { type: 'FOOTER', ordering: 1, value: {} } as const
const FIELDS: TagView['form_fields'] = [FOOTER, { type: 'HTML', ordering: 2, value: '' }]

/** Returns the API of a test form in three languages. Each language has one step with one child step. */
function api(config: Partial<CustomerConfiguration> = {}): Api {
  const trees: Record<string, string[]> = { root: ['root'], leaf: ['root', 'leaf'] }
  for (const { code_tag } of languages) Object.assign(trees, { [code_tag]: ['root', code_tag], [`${code_tag}-leaf`]: ['root', code_tag, `${code_tag}-leaf`] })
  return {
    getCustomer: async (customer) =>
      customer === 'comune'
        ? accept({
            form_code: 'comune',
            code_tag: 'root',
            is_active: true,
            session: null,
            languages,
            auth_type: ['FREE'],
            metadata: null,
            ...config,
          } as CustomerConfiguration)
        : refuse('forms0001'),
    getStatement: async (_customer, kind) =>
      kind === 'accessibility'
        ? accept({ kind, conformance: 'full' as const, reviewed_on: '2026-11-25', email: 'aiuto@example.org', exceptions: null, feedback_tag: null })
        : refuse('http_not_found'),
    checkConfirmation: async (_customer, code) => (code === 'bad' ? refuse('forms0003') : accept({ usable: true as const })),
    checkRecovery: async (_customer, code) => (code === 'bad' ? refuse('forms0011') : accept({ usable: true as const })),
    getTag: async (_customer, tag) => {
      const path = trees[tag]
      return path ? accept({ code_tag: tag, tags_path: path, form_fields: FIELDS } as TagView) : refuse('http_not_found')
    },
  }
}

const load = (path: string, preferred: string[], config?: Partial<CustomerConfiguration>) =>
  loadPage(api(config), placeOf(new URL(path, 'http://page.example')), { preferred, saved: null })

describe('loadPage: language of the page', () => {
  test.each([
    ['/comune', ['de', 'it'], 'de', 'the first preference that the form has'],
    ['/comune', ['fr', 'en'], 'en', 'the next preference if the form lacks the first'],
    ['/comune/open/de-leaf', ['it'], 'de', 'the step in the URL decides'],
    ['/comune/validation?code=x&locale=en', ['it'], 'en', 'the locale in the mailed link decides'],
  ])('the path %s with the language preferences %o is shown in the language %s: %s', async (path, preferred, language) => {
    expect((await load(path, preferred)).customer?.chosen?.lang_code).toBe(language)
  })

  test('asks the visitor to choose a language if the form is available in none of the preferred languages', async () => {
    const page = await load('/comune', ['fr'])
    expect(page.customer).toMatchObject({ chosen: null, mustChoose: true })
    expect(page.steps).toEqual([])
  })

  test('ignores the language preferences if the form has only one language', async () => {
    expect((await load('/comune', ['fr'], { languages: languages.slice(0, 1) })).customer?.chosen?.lang_code).toBe('it')
  })

  test('shows the page in Italian if the form has no languages', async () => {
    expect((await load('/comune', ['de'], { languages: [] })).customer).toMatchObject({ language: 'it', mustChoose: false })
  })
})

describe('loadPage: header and footer of a page without steps', () => {
  test.each<[path: string, config: Partial<CustomerConfiguration>, fields: unknown, why: string]>([
    ['/comune/validation?code=x&locale=en', {}, [FOOTER], 'header and footer of the language, not its step'],
    ['/comune/validation?code=x', { languages: [] }, undefined, 'a form without languages: its root is in the configuration'],
    ['/comune/mantainance', { is_active: false }, undefined, 'an inactive form gives no steps'],
    ['/comune', {}, undefined, 'the form’s own page shows its steps'],
  ])('the page %s with the configuration %j shows the blocks %j (%s)', async (path, config, fields) => {
    expect((await load(path, ['it'], config)).languageStep?.form_fields).toEqual(fields)
  })
})

describe('loadPage: steps of the page', () => {
  test('loads the step in the URL and the steps above it, up to the first step of its language', async () => {
    expect((await load('/comune/open/de-leaf', [])).steps.map((step) => step.code_tag)).toEqual(['de', 'de-leaf'])
  })

  test('loads only the first step of the language for the home page', async () => {
    expect((await load('/comune', ['it'])).steps.map((step) => step.code_tag)).toEqual(['it'])
  })
})

describe('loadPage: login page', () => {
  const login: Partial<CustomerConfiguration> = { auth_type: ['LOGIN'], token_logins: [] }
  const tokens: Partial<CustomerConfiguration> = {
    auth_type: ['TOKEN_LOGIN'],
    token_logins: [
      { code_tag: 'it-leaf', lang_code: 'it' },
      { code_tag: 'de-leaf', lang_code: 'de' },
    ],
  }
  const session = { auth_type: 'LOGIN' } as const
  test.each<[path: string, config: Partial<CustomerConfiguration>, redirect: string | null, why: string]>([
    ['/comune', login, '/comune/login', 'a form that requires a login'],
    ['/comune', tokens, '/comune/de-leaf/token-login', 'the token login of the visitor’s language'],
    ['/comune', { ...login, auth_type: ['SSO'] }, '/comune/authError', 'a form with SSO only has no login page'],
    ['/comune', { ...login, session }, null, 'a visitor with a session sees the form'],
    ['/comune/login', login, null, 'the login page'],
    ['/comune/login', { ...login, session }, '/comune', 'a visitor with a session skips the login'],
    ['/comune/login?recovery=x', { ...login, session }, null, 'a visitor with a session can set a new password'],
    ['/comune/login', { auth_type: ['FREE'] }, '/comune', 'a form without login'],
    ['/comune/login', { ...login, is_active: false }, '/comune/mantainance', 'an inactive form'],
    ['/comune/de-leaf/token-login', tokens, null, 'the token login page'],
    ['/comune/de-leaf/token-login', { ...tokens, session }, '/comune', 'a visitor with a session skips the token login'],
    ['/comune/de-leaf/token-login', login, '/comune', 'a form without token login'],
  ])('the page %s with the configuration %j redirects to %s (null: no redirect): %s', async (path, config, redirect) => {
    expect((await load(path, ['de'], config)).redirect).toBe(redirect)
  })

  test('shows the page of a token login in the language of its step, with the fields of that step', async () => {
    const page = await load('/comune/de-leaf/token-login', ['it'], tokens)
    expect(page.customer?.language).toBe('de')
    expect(page.steps.map((step) => step.code_tag)).toEqual(['de-leaf'])
  })
})

describe('loadPage: survey', () => {
  const step = (code_tag: string, path: string[], type: string | null, children: string[]) => ({
    code_tag,
    tags_path: path,
    form_fields: type === null ? [] : [{ type, ordering: 1, value: {} }],
    children: children.map((child) => ({ code_tag: child })),
  })
  const steps = [
    step('root', ['root'], 'FOOTER', ['empty']),
    step('empty', ['root', 'empty'], null, ['question']),
    step('question', ['root', 'empty', 'question'], 'PROPERTY', ['choice']),
    step('choice', ['root', 'empty', 'question', 'choice'], null, ['a', 'b']),
    step('a', ['root', 'empty', 'question', 'choice', 'a'], 'PROPERTY', []),
  ]
  const survey = (path: string, config: Partial<CustomerConfiguration> = {}) => {
    const getTag: Api['getTag'] = async (_customer, tag) => accept(steps.find((each) => each.code_tag === tag) as unknown as TagView)
    const asked = { ...api({ languages: [], auth_type: ['SURVEY', 'FREE'], ...config }), getTag }
    return loadPage(asked, placeOf(new URL(path, 'http://page.example')), { preferred: [], saved: null })
  }

  test.each([
    ['/comune', ['root', 'empty', 'question'], 'skips steps without content'],
    ['/comune/open/empty', ['root', 'empty', 'question'], 'skips the step in the URL if it has no content'],
    ['/comune/open/choice', ['root', 'empty', 'question', 'choice'], 'stops at a choice'],
    ['/comune/open/a', ['root', 'empty', 'question', 'choice', 'a'], 'ends at a leaf step'],
  ])('the page %s opens the steps %o, because a survey %s', async (path, codes) => {
    expect((await survey(path)).steps.map((each) => each.code_tag)).toEqual(codes)
  })

  test('stops at a step without content if the form is not a survey', async () => {
    expect((await survey('/comune', { auth_type: ['FREE'] })).steps.map((each) => each.code_tag)).toEqual(['root'])
  })

  test.each<[path: string, metadata: CustomerConfiguration['metadata'], redirect: string | null, why: string]>([
    ['/comune', { survey_compiled: true }, '/comune/surveyCompiled', 'the survey was sent'],
    ['/comune/open/question', { survey_compiled: true }, '/comune/surveyCompiled', 'the survey was sent; applies to any step'],
    ['/comune/surveyCompiled', { survey_compiled: true }, null, 'the page itself does not redirect'],
    ['/comune', { survey_compiled: false }, null, 'the survey was not sent'],
    ['/comune', null, null, 'the survey may be sent again'],
  ])('the page %s with the visitor’s metadata %o redirects to %s (null: no redirect): %s', async (path, metadata, redirect) => {
    expect((await survey(path, { metadata })).redirect).toBe(redirect)
  })
})

describe('loadPage: page that cannot be loaded', () => {
  test.each([
    ['/nobody', 'an unknown customer'],
    ['/comune/open/nothing', 'an unknown step'],
    ['/', 'no customer at all'],
  ])('the page %s is not found because of %s', async (path) => expect((await load(path, ['it'])).failure).toBe('notFound'))

  test('redirects an inactive form to the maintenance page, which itself does not redirect', async () => {
    expect((await load('/comune', ['it'], { is_active: false })).redirect).toBe('/comune/mantainance')
    expect((await load('/comune/mantainance', ['it'], { is_active: false })).redirect).toBeNull()
  })

  test('reports “unavailable” and not “notFound” if an API call fails', async () => {
    const failing: Api = { ...api(), getCustomer: () => Promise.reject(new Error('away')) }
    expect((await loadPage(failing, placeOf(new URL('http://page.example/comune')), { preferred: [], saved: null })).failure).toBe('unavailable')
  })
})

describe('loadPage: page after an API error', () => {
  const refusing = (code: ErrorCode): Api => ({
    ...api(),
    getTag: async () => ({ success: false, data: null, errors: [{ severity: 'high', data: { code, params: [], message: 'said' } }] }),
  })
  const open = (code: ErrorCode, path = '/comune/open/leaf') =>
    loadPage(refusing(code), placeOf(new URL(path, 'http://page.example')), { preferred: ['it'], saved: null })

  test.each<[code: ErrorCode, failure: PageData['failure'], redirect: string | null]>([
    ['http_not_found', 'notFound', null],
    ['forms0022', 'notFound', null],
    ['forms0005', 'session', null],
    ['forms0027', 'session', null],
    ['forms0006', 'forbidden', null],
    ['forms0014', 'forbidden', null],
    ['forms0018', 'forbidden', null],
    ['forms0041', null, '/unauthorized'],
    ['forms0010', null, '/comune/mantainance'],
    ['forms0002', 'unavailable', null],
    ['forms0016', 'unavailable', null],
  ])('the error %s sets the failure of the page to %s and its redirect to %s', async (code, failure, redirect) => {
    const page = await open(code)
    expect(page).toMatchObject({ failure, redirect, customer: { config: { form_code: 'comune' } }, refusal: { errors: [{ data: { code } }] } })
  })

  test('reports that languages and language steps do not match if the step of a language no longer exists', async () => {
    expect((await open('http_not_found', '/comune')).failure).toBe('languages')
  })
})

describe('loadPage: languages and language steps', () => {
  const child = (lang_code: string | null) => ({
    code_tag: lang_code ?? 'unnamed',
    tag_type: 'FORM_LANG',
    ...(lang_code && { params: [{ params_type: 'FORM_LANG', lang_code }] }),
  })
  const root = (...codes: (string | null)[]) => ({ children: codes.map(child) }) as unknown as CustomerConfiguration['tag_header']
  const twice = [...languages.slice(0, 2), { lang_code: 'it', code_tag: 'it2', label: 'it' }]
  test.each<[config: Partial<CustomerConfiguration>, failure: PageData['failure'], why: string]>([
    [{ tag_header: root('it', 'en', 'de') }, null, 'each language has its own step'],
    [{ tag_header: root('it', 'en', 'de', null) }, 'languages', 'a language step without a language'],
    [{ tag_header: root('it', 'en') }, 'languages', 'a language without a step'],
    [{ languages: twice, tag_header: root('it', 'en', 'it') }, 'languages', 'one language twice'],
    [{ tag_header: null }, null, 'a configuration without steps is not checked'],
    [{ languages: [], tag_header: { children: [] } as unknown as CustomerConfiguration['tag_header'] }, null, 'no languages at all'],
  ])('with the configuration %j the failure of the page is %s (%s)', async (config, failure) => {
    expect((await load('/comune', ['it'], config)).failure).toBe(failure)
  })

  test('reports that languages and language steps do not match if the configuration lacks the language step above the opened step', async () => {
    const tag_header = { children: languages.map(({ code_tag }) => ({ code_tag, tag_type: 'FORM_LANG' })) } as unknown as CustomerConfiguration['tag_header']
    expect((await load('/comune/open/de-leaf', ['it'], { tag_header })).failure).toBeNull()
    expect((await load('/comune/open/leaf', ['it'], { tag_header })).failure).toBe('languages')
  })
})

test('loadPage reports the loaded steps in order from the root, even if the server answers in another order', async () => {
  const path = ['root', 'a', 'b', 'c']
  const gates = new Map(path.map((code) => [code, Promise.withResolvers<void>()]))
  const slow: Api = {
    ...api(),
    getTag: async (_customer, code) => {
      await gates.get(code)?.promise
      return accept({ code_tag: code, tags_path: path.slice(0, path.indexOf(code) + 1), form_fields: [] as TagView['form_fields'] } as TagView)
    },
  }
  const told: string[] = []
  const place = placeOf(new URL('/comune/open/c', 'http://page.example'))
  const page = loadPage(slow, place, { preferred: ['it'], saved: null }, (steps, total) =>
    told.push(`${steps.map(({ code_tag }) => code_tag).join()}/${total}`),
  )
  for (const code of ['c', 'b', 'root', 'a']) {
    gates.get(code)?.resolve()
    await new Promise((resolve) => setTimeout(resolve))
  }
  expect((await page).steps.map(({ code_tag }) => code_tag)).toEqual(path)
  expect(told).toEqual(['/4', 'root/4', 'root,a,b,c/4'])
})

describe('loadPage: code of a mailed link', () => {
  test.each<[path: string, code: string | undefined, why: string]>([
    ['/comune/validation?code=good', undefined, 'a valid code'],
    ['/comune/validation?code=bad', 'forms0003', 'an invalid code'],
    ['/comune/login?recovery=good', undefined, 'a valid password recovery code'],
    ['/comune/login?recovery=bad', 'forms0011', 'an invalid password recovery code'],
  ])('the code in %s is checked before the page is shown, with the error %s (%s)', async (path, code, _why) => {
    const { link } = await load(path, ['it'], { auth_type: ['LOGIN'] })
    expect(link?.errors[0]?.data.code).toBe(code)
  })
})
