import { accessibilityViolations } from '../fixtures/accessibility.ts'
import { messageOf } from '../fixtures/error-answers.ts'
import { holdRequests } from '../fixtures/hold-requests.ts'
import { publishUrgently } from '../fixtures/publish.ts'
import { expect, test } from '../fixtures/test.ts'
import { hydrated } from '../fixtures/visitor.ts'

/** Builds a step of a test form together with its child steps. */
const step = (code_tag: string, children: object[] = [], more: object = {}) => ({
  code_tag,
  tag_description: `Passo ${code_tag}`,
  form_fields: [],
  children,
  ...more,
})
const language = (code_tag: string, lang_code: string | null, children: object[]) =>
  step(code_tag, children, { tag_type: 'FORM_LANG', ...(lang_code !== null && { params: [{ params_type: 'FORM_LANG', lang_code }] }) })
const formOf = (code: string, children: object[], version = '') => ({
  definitions: [
    { code_tag: `${code}-root`, tag_description: 'Inizio', form_params: { auth_type: ['DATACOLLECTION'], form_title: `Prova${version}` }, children },
  ],
  forms: [{ code_form: code, code_tag: `${code}-root` }],
})

test('a visitor who opens a search result sees the steps that lead to it as soon as each is loaded, and the progress', async ({ page, visitor }) => {
  await visitor.opens('/comune-aurora')
  const [reports, streets] = [await holdRequests(page, '**/tags/segnalazioni*'), await holdRequests(page, '**/tags/strade*')]
  await visitor.button('Cerca nel modulo').click()
  const dialog = visitor.dialog('Cerca nel modulo')
  await dialog.getByRole('searchbox').fill('asfalto rotto')
  await dialog.getByRole('radio').first().check()
  await dialog.getByRole('button', { name: 'Procedi' }).click()
  const [first, second, third, last] = visitor.words.steps
  const status = visitor.main.getByRole('status').filter({ hasText: /^Passo \d di \d/ })
  await expect(status).toHaveText(`Passo 1 di 4: ${first}`)
  await expect(visitor.step(first)).toBeVisible()
  await expect(visitor.step(second)).toHaveCount(0)
  reports.release()
  await expect(status).toHaveText(`Passo 2 di 4: ${second}`)
  await expect(visitor.step(second)).toBeVisible()
  await expect(visitor.step(third)).toHaveCount(0)
  expect(await accessibilityViolations(page)).toEqual([])
  streets.release()
  await expect(visitor.step(last)).toBeVisible()
  await expect(visitor.heading(last)).toBeFocused()
  await expect(visitor.sendButton).toBeVisible()
  await expect(status).toHaveCount(0)
  await expect(page).toHaveURL(/\/open\/buche-stradali$/)
})

test('a finished step says that an answer is missing until the visitor gives it', async ({ visitor }) => {
  await visitor.opens('/fondo-salute/open/dentista')
  const finished = visitor.step('Chiedere un rimborso')
  await expect(finished.getByText('Manca una risposta')).toBeVisible()
  await expect(visitor.step('Dentista').getByText('Manca una risposta')).toHaveCount(0)
  await finished.getByRole('button', { name: 'Mostra' }).click()
  await visitor.field('Codice fiscale').fill('RSSMRA85T10A562S')
  await visitor.field('Codice fiscale').blur()
  await expect(finished.getByText('Manca una risposta')).toHaveCount(0)
})

test('a step that cannot be loaded leaves the page unchanged and shows an error, and a retry opens the step', async ({ page, visitor, expectConsoleError }) => {
  expectConsoleError(/status of 503/)
  await visitor.opens('/comune-aurora')
  await page.route('**/tags/segnalazioni*', (route) =>
    route.fulfill({
      status: 503,
      json: { success: false, data: null, errors: [{ severity: 'high', data: { code: 'forms0002', params: [], message: messageOf('forms0002') } }] },
    }),
  )
  await visitor.option(visitor.words.steps[1]).click()
  const lost = visitor.dialog('Attenzione!')
  await expect(lost.getByText(messageOf('forms0002'))).toBeVisible()
  await expect(visitor.page.locator('section.step')).toHaveCount(1)
  await page.unroute('**/tags/segnalazioni*')
  await lost.getByRole('button', { name: 'Riprova' }).click()
  await expect(visitor.step(visitor.words.steps[1])).toBeVisible()
  await expect(lost).toBeHidden()
})

test('a lost connection while the code for questions loads leaves the page unchanged, and a retry opens the step', async ({
  page,
  visitor,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/)
  await page.route('**/assets/answering-*.js', (route) => route.abort())
  await visitor.opens('/comune-aurora')
  await visitor.option(visitor.words.steps[1]).click()
  await visitor.option(visitor.words.steps[2]).click()
  await visitor.option(visitor.words.steps[3]).click()
  const lost = visitor.page.getByRole('dialog')
  await expect(lost.getByRole('button', { name: 'Riprova' })).toBeVisible()
  await expect(visitor.step(visitor.words.steps[3])).toHaveCount(0)
  await page.unroute('**/assets/answering-*.js')
  await lost.getByRole('button', { name: 'Riprova' }).click()
  await expect(visitor.field(visitor.words.fields.address)).toBeVisible()
  // The styles of the controls have arrived with their code.
  await expect(page.locator('.file-drop').first()).toHaveCSS('border-style', 'dashed')
})

const note = (property_code: string, property_description: string, default_value: object = { input_type: 'text' }) => ({
  type: 'PROPERTY',
  ordering: 1,
  value: { property_code, property_description, default_value },
})

test('a visitor who has started the form can submit it in the same version, even if a newer version was published in the meantime', async ({
  page,
  visitor,
  deployment,
}) => {
  const form = (last: object[], children: object[]) =>
    formOf('finisce', [step('uno', [step('fine', [], { form_fields: last }), ...children], { form_fields: [note('nota', 'Nota')] })])
  await deployment.importBundle(form([note('colore', 'Colore')], [step('altro')]))
  await visitor.opens('/finisce/open/uno')
  await visitor.field('Nota').fill('Da conservare')
  await deployment.importBundle(form([{ ...note('taglia', 'Taglia'), required: true }], []))
  await visitor.option('Passo fine').click()
  await visitor.field('Colore').fill('Blu')
  await expect(visitor.field('Taglia')).toHaveCount(0)
  await visitor.button('Invia Richiesta').click()
  await expect(page).toHaveURL(/\/finisce\/receipt/)
  await expect(visitor.main.getByText('Versione del modulo: 1', { exact: true })).toBeVisible()
})

test('a visitor is informed of an urgent version at the next step, and keeps the answers that are still valid', async ({
  page,
  visitor,
  deployment,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409/)
  const form = (children: object[], fields: object[]) => formOf('urgente', [step('uno', children, { form_fields: fields })])
  await deployment.importBundle(form([step('due'), step('tre')], [note('nota', 'Nota'), note('scelta', 'Scelta')]))
  await visitor.opens('/urgente/open/uno')
  await visitor.field('Nota').fill('Da conservare')
  await visitor.field('Scelta').fill('Verde')
  // The visitor's answer was a text, but in the new version the question is a checkbox.
  const choice = note('scelta', 'Scelta', { input_type: 'boolean' })
  await publishUrgently(deployment, form([step('due', [], { form_fields: [note('fine', 'Fine')] })], [note('nota', 'Nota'), choice]).definitions[0])
  await visitor.option('Passo due').click()
  const dialog = visitor.dialog('Attenzione!')
  await expect(dialog.getByText(messageOf('http_outdated'))).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Ricarica il modulo' }).press('Enter')
  await expect(visitor.main.getByText('Il modulo è cambiato da quando hai iniziato.')).toBeVisible()
  await expect(visitor.field('Nota')).toHaveValue('Da conservare')
  await expect(visitor.field('Scelta')).not.toBeChecked()
  await expect(visitor.option('Passo tre')).toHaveCount(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.reload()
  await expect(visitor.field('Nota')).toHaveValue('Da conservare')
  await visitor.option('Passo due').click()
  await expect(visitor.step('Passo due')).toBeVisible()
})

test('a step that requires a sign-in shows an error page to a visitor without a session', async ({ page, visitor, deployment, expectConsoleError }) => {
  expectConsoleError(/status of 40[34]/)
  await deployment.importBundle(formOf('strada', [step('uno', [step('due', [], { disabled: true })])]))
  await visitor.opens('/strada/open/due')
  await expect(visitor.heading('Accesso non autorizzato')).toBeVisible()
  await expect(page.getByText(messageOf('forms0006'))).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Torna al modulo' }).click()
  await expect(visitor.step('Inizio')).toBeVisible()
})

test('a URL without a customer shows the page "not found", and a URL of another customer loads a new document', async ({
  page,
  visitor,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404/)
  await visitor.opens('/')
  await expect(page).toHaveURL(/\/notfound$/)
  await expect(page.getByText(visitor.words.notFound)).toBeVisible()
  await visitor.opens('/comune-aurora/open/strade')
  await hydrated(page)
  await page.evaluate(() => Object.assign(globalThis, { stillHere: true }))
  // Opens the URL in the same way as a link to another customer in the page would.
  await page.evaluate(() => {
    history.pushState(null, '', '/fondo-salute')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page).toHaveTitle(/Fondo/)
  expect(await page.evaluate(() => 'stillHere' in globalThis)).toBe(false)
})

test.describe('a dialog reports that the form’s languages do not match its language steps', () => {
  test.beforeEach(({ expectConsoleError }) => expectConsoleError(/status of (?:404|409|503)/))
  for (const { why, code, children, locale, text, reload } of [
    {
      why: 'a language step that names no language',
      code: 'senza',
      children: [language('it', 'it', [step('a')]), language('de', null, [step('b')])] as const,
      locale: 'it-IT',
      text: 'La configurazione delle lingue non è valida.',
      reload: 'Ricarica il modulo',
    },
    {
      why: 'two steps of one language',
      code: 'doppia',
      children: [language('it', 'it', [step('a')]), language('it2', 'it', [step('b')])] as const,
      locale: 'el-GR',
      text: 'Η ρύθμιση των γλωσσών δεν είναι έγκυρη.',
      reload: 'Επαναφόρτωση φόρμας',
    },
  ]) {
    test.describe(locale, () => {
      test.use({ locale })
      test(`reports ${why}, and the button loads the corrected form`, async ({ page, visitor, deployment }) => {
        await deployment.importBundle(formOf(code, [...children]))
        const answer = await page.goto(`${deployment.url}/${code}`)
        expect(answer?.status()).toBe(503)
        const popup = page.getByRole('dialog')
        await expect(popup.getByText(text)).toBeVisible()
        expect(await accessibilityViolations(page)).toEqual([])
        await page.keyboard.press('Escape')
        await page.mouse.click(4, 4)
        await expect(popup.getByRole('button')).toHaveText([reload])
        await deployment.importBundle(formOf(code, [children[0]]))
        await popup.getByRole('button', { name: reload }).click()
        await expect(visitor.step('Passo it')).toBeVisible()
      })
    })
  }

  test('reports an urgent version with other languages that was published while the page was open, and the button loads that version', async ({
    visitor,
    deployment,
  }) => {
    const filled = (code: string) => step(code, [], { form_fields: [note('nota', 'Nota')] })
    await deployment.importBundle(formOf('cambia', [language('it', 'it', [step('a'), step('c')]), language('de', 'de', [step('b')])]))
    await visitor.opens('/cambia')
    await expect(visitor.step('Passo it')).toBeVisible()
    await publishUrgently(deployment, formOf('cambia', [language('italiano', 'it', [filled('a')]), language('deutsch', 'de', [filled('b')])]).definitions[0])
    await visitor.option('Passo a').click()
    const popup = visitor.dialog('Attenzione!')
    await expect(popup.getByText(messageOf('http_outdated'))).toBeVisible()
    await popup.getByRole('button', { name: 'Ricarica il modulo' }).click()
    await expect(visitor.step('Passo italiano')).toBeVisible()
  })
})
