import type { Page } from '@playwright/test'
import { phrases } from '@sportello/phrases'
import { accessibilityViolations, DESKTOP } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/test.ts'

type Words = (typeof phrases)['it']

/**
 * Returns the bundle of a one-step form. Optionally the form is inactive, limited to one request, or has another access
 * mode.
 */
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
  /** Path to which the route redirects; undefined if it does not redirect. */
  leadsTo?: string
  status?: number
  /** Returns the text by which the test recognises the route's page. */
  says: (words: Words, language: 'it' | 'de') => string
  /** ARIA role of the element that contains the expected text. Missing if that element is a heading. */
  as?: 'button' | 'textbox' | 'region' | 'option'
  /** On a message page: key of the phrase for the link with which the visitor continues. */
  leadsOn?: keyof Words['visitor']
}

/** The route table in section 2 of the visitor specification, row by row. */
const ROWS: Record<string, Row> = {
  home: { route: '/rotte', says: (_, language) => (language === 'it' ? 'Italiano' : 'Deutsch'), as: 'region' },
  'an open step': { route: '/rotte/open/{lang}-passo', says: (words) => words.visitor.invia_richiesta, as: 'button' },
  'an SSO without a message': {
    route: '/rotte-chiuse/sso',
    leadsTo: '/rotte-chiuse/authError',
    says: (words) => words.visitor.link_non_valido_titolo,
  },
  'an SSO with an unknown code': {
    route: '/rotte/sso?code=nessuno&redirect={lang}-passo',
    leadsTo: '/rotte/open/{lang}-passo',
    says: (words) => words.visitor.invia_richiesta,
    as: 'button',
  },
  maintenance: { route: '/rotte/mantainance', says: (words) => words.visitor.manutenzione_titolo, leadsOn: 'riprova' },
  'an inactive form': {
    route: '/rotte-spente',
    leadsTo: '/rotte-spente/mantainance',
    says: (words) => words.visitor.manutenzione_titolo,
    leadsOn: 'riprova',
  },
  'no access': { route: '/rotte/authError', says: (words) => words.visitor.link_non_valido_titolo, leadsOn: 'torna_al_modulo' },
  'a form that requires a session and offers no login': {
    route: '/rotte-chiuse',
    leadsTo: '/rotte-chiuse/authError',
    says: (words) => words.visitor.link_non_valido_titolo,
  },
  'an unsupported browser': { route: '/rotte/notSupported', says: (words) => words.visitor.non_supportato_titolo, leadsOn: 'torna_al_modulo' },
  'an error in the request': { route: '/rotte/error', says: (words) => words.visitor.errore_richiesta_titolo, leadsOn: 'torna_al_modulo' },
  'a confirmation link with an unknown code': {
    route: '/rotte/validation?code=x&locale={lang}',
    says: (words) => words.visitor.conferma_fallita,
    leadsOn: 'torna_al_modulo',
  },
  'a receipt that this browser did not store': {
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
  'an unknown customer': { route: '/nessuno', status: 404, says: (words) => words.visitor.spiacenti },
  'an unknown page of a customer': { route: '/rotte/altrove', status: 404, says: (words) => words.visitor.spiacenti },
  'an unknown step': { route: '/rotte/open/altrove', status: 404, says: (words) => words.visitor.spiacenti },
  unauthorized: { route: '/unauthorized', says: (words) => words.visitor.spiacenti },
}

// Uses German on the phone and Italian on the desktop. This way each page is tested in both languages and on both
// screens, but opened only twice.
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  locale: async ({}, use, { project }) => use(project.name === 'phone' ? 'de' : 'it'),
})

const offices = [
  office('rotte', ['DATACOLLECTION']),
  office('rotte-spente', ['DATACOLLECTION'], { active: false }),
  office('rotte-chiuse', ['SSO'], { params: { sso_secret_aes: 'un segreto abbastanza lungo per la prova' } }),
  office('rotte-soci', ['LOGIN']),
]
const OFFICES = { definitions: offices.flatMap((each) => each.definitions), forms: offices.flatMap((each) => each.forms) }

for (const [name, { route, leadsTo = route, status = 200, says, as = 'heading', leadsOn }] of Object.entries(ROWS)) {
  test(`${name}: ${route} shows the specified page and has no accessibility violations`, async ({ page, visitor, deployment, locale, expectConsoleError }) => {
    const language = locale === 'de' ? 'de' : 'it'
    const inLanguage = (path: string) => path.replaceAll('{lang}', language).replaceAll('{token}', language === 'it' ? 'assemblea' : 'de-assemblea')
    if (status !== 200) expectConsoleError(/status of 404/)
    await deployment.importOnce('rotte', OFFICES)
    const answer = await page.goto(new URL(inLanguage(route), deployment.url).href)
    expect(answer?.status()).toBe(status)
    await expect(page).toHaveURL(new URL(inLanguage(leadsTo), deployment.url).href)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(visitor.main.getByRole(as, { name: says(phrases[language], language) }).first()).toBeVisible()
    if (leadsOn) await expect(visitor.main.getByRole('link', { name: phrases[language].visitor[leadsOn], exact: true })).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await sideways(page)).toBe(0)
    await page.setViewportSize(DESKTOP)
    expect(await accessibilityViolations(page), 'on a desktop').toEqual([])
    expect(await sideways(page), 'on a desktop').toBe(0)
    await page.setViewportSize({ width: 320, height: 256 })
    expect(await sideways(page), 'at 400 % zoom').toBe(0)
  })
}

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
