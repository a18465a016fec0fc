import type { Page } from '@playwright/test'
import { phrases } from '@sportello/phrases'
import { barriersOf } from '../fixtures/barriers.ts'
import { expect, test } from '../fixtures/test.ts'

type Words = (typeof phrases)['it']

/** A form of one step, switched off or sent once or of a way in. */
function office(code: string, auth_type: string[], more: { params?: object; active?: boolean } = {}) {
  const { params = {}, active = true } = more
  const language = (lang_code: string, label: string, step: string) => ({
    code_tag: `${lang_code}-${code}`,
    tag_description: label,
    tag_type: 'FORM_LANG',
    params: [{ params_type: 'FORM_LANG', lang_code }],
    form_fields: [],
    children: [
      {
        code_tag: `${lang_code}-passo`,
        tag_description: step,
        form_fields: [{ type: 'PROPERTY', ordering: 1, value: { property_code: 'nota', property_description: 'Nota', default_value: { input_type: 'text' } } }],
      },
    ],
  })
  return {
    definitions: [
      {
        code_tag: code,
        tag_description: 'Sportello',
        form_params: { form_title: 'Ufficio di prova', auth_type, ...params },
        children: [language('it', 'Italiano', 'Un certificato'), language('de', 'Deutsch', 'Eine Bescheinigung')],
      },
    ],
    forms: [{ code_form: code, code_tag: code, active }],
  }
}

interface Row {
  route: string
  /** Where the visitor ends, where that is another address. */
  leadsTo?: string
  status?: number
  /** What the page is for, as its reader sees it. */
  says: (words: Words, language: 'it' | 'de') => string
  /** Its role where it is no heading. */
  as?: 'button' | 'textbox' | 'region' | 'option'
  /** The link that leads on from a page that only says something. */
  leadsOn?: keyof Words['visitor']
}

/** The route table of the visitor specification, section 2, row by row. */
const ROWS: Record<string, Row> = {
  home: { route: '/rotte', says: (_, language) => (language === 'it' ? 'Italiano' : 'Deutsch'), as: 'region' },
  'a step, opened': { route: '/rotte/open/{lang}-passo', says: (words) => words.visitor.invia_richiesta, as: 'button' },
  'a single sign-on that brought nothing': {
    route: '/rotte-chiuse/sso',
    leadsTo: '/rotte-chiuse/authError',
    says: (words) => words.visitor.link_non_valido_titolo,
  },
  'a single sign-on with a code of nobody': {
    route: '/rotte/sso?code=nessuno&redirect={lang}-passo',
    leadsTo: '/rotte/open/{lang}-passo',
    says: (words) => words.visitor.invia_richiesta,
    as: 'button',
  },
  maintenance: { route: '/rotte/mantainance', says: (words) => words.visitor.manutenzione_titolo, leadsOn: 'riprova' },
  'a form that is switched off': {
    route: '/rotte-spente',
    leadsTo: '/rotte-spente/mantainance',
    says: (words) => words.visitor.manutenzione_titolo,
    leadsOn: 'riprova',
  },
  'no access': { route: '/rotte/authError', says: (words) => words.visitor.link_non_valido_titolo, leadsOn: 'torna_al_modulo' },
  'a closed form without a way in': { route: '/rotte-chiuse', leadsTo: '/rotte-chiuse/authError', says: (words) => words.visitor.link_non_valido_titolo },
  'a browser that is not supported': { route: '/rotte/notSupported', says: (words) => words.visitor.non_supportato_titolo, leadsOn: 'torna_al_modulo' },
  'an error in the request': { route: '/rotte/error', says: (words) => words.visitor.errore_richiesta_titolo, leadsOn: 'torna_al_modulo' },
  'the confirmation with a code that is nobody’s': {
    route: '/rotte/validation?code=x&locale={lang}',
    says: (words) => words.visitor.conferma_fallita,
    leadsOn: 'torna_al_modulo',
  },
  'a receipt that this browser does not have': {
    route: '/rotte/receipt?locale={lang}',
    leadsTo: '/rotte',
    says: (_, language) => (language === 'it' ? 'Italiano' : 'Deutsch'),
    as: 'region',
  },
  'the login': { route: '/rotte-soci/login', says: (words) => words.account.accesso_titolo },
  'a form with a login': { route: '/rotte-soci', leadsTo: '/rotte-soci/login', says: (words) => words.account.accesso_titolo },
  'a login that the form does not have': {
    route: '/rotte/login',
    leadsTo: '/rotte',
    says: (_, language) => (language === 'it' ? 'Italiano' : 'Deutsch'),
    as: 'region',
  },
  'the login by token': { route: '/assemblea-faro/{token}/token-login', says: (words) => words.account.accesso_titolo },
  'a survey that was filled in': { route: '/rotte/surveyCompiled', says: (words) => words.visitor.sondaggio_compilato_titolo, leadsOn: 'torna_al_modulo' },
  'the site map': { route: '/rotte/siteMap', says: (words) => words.visitor.mappa_titolo },
  'not found': { route: '/notfound', status: 404, says: (words) => words.visitor.spiacenti },
  'no customer': { route: '/', leadsTo: '/notfound', status: 404, says: (words) => words.visitor.spiacenti },
  'nobody’s code': { route: '/nessuno', status: 404, says: (words) => words.visitor.spiacenti },
  'a page that the customer does not have': { route: '/rotte/altrove', status: 404, says: (words) => words.visitor.spiacenti },
  'a step that the form does not have': { route: '/rotte/open/altrove', status: 404, says: (words) => words.visitor.spiacenti },
  unauthorized: { route: '/unauthorized', says: (words) => words.visitor.spiacenti },
}

// German on the phone, Italian at the desk: every page in both languages and on both screens, without opening each four times.
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
test.use({ locale: async ({}, use, { project }) => use(project.name === 'phone' ? 'de' : 'it') })

const offices = [
  office('rotte', ['DATACOLLECTION']),
  office('rotte-spente', ['DATACOLLECTION'], { active: false }),
  office('rotte-chiuse', ['SSO'], { params: { sso_secret_aes: 'un segreto abbastanza lungo per la prova' } }),
  office('rotte-soci', ['LOGIN']),
]
const OFFICES = { definitions: offices.flatMap((each) => each.definitions), forms: offices.flatMap((each) => each.forms) }

for (const [name, { route, leadsTo = route, status = 200, says, as = 'heading', leadsOn }] of Object.entries(ROWS)) {
  test(`${name}: ${route} says what it is for, and shuts nobody out`, async ({ page, visitor, deployment, locale, expectComplaint }) => {
    const language = locale === 'de' ? 'de' : 'it'
    const inLanguage = (path: string) => path.replaceAll('{lang}', language).replaceAll('{token}', language === 'it' ? 'assemblea' : 'de-assemblea')
    if (status !== 200) expectComplaint(/status of 404/)
    await deployment.importOnce('rotte', OFFICES)
    const answer = await page.goto(new URL(inLanguage(route), deployment.url).href)
    expect(answer?.status()).toBe(status)
    await expect(page).toHaveURL(new URL(inLanguage(leadsTo), deployment.url).href)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(visitor.main.getByRole(as, { name: says(phrases[language], language) }).first()).toBeVisible()
    if (leadsOn) await expect(visitor.main.getByRole('link', { name: phrases[language].visitor[leadsOn], exact: true })).toBeVisible()
    expect(await barriersOf(page)).toEqual([])
    expect(await sideways(page)).toBe(0)
    await page.setViewportSize({ width: 320, height: 256 })
    expect(await sideways(page), 'at 400 % zoom').toBe(0)
  })
}

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
