import type { ListedTemplate } from '@sportello/contract'
import { accessibilityViolations, expectAccessible } from '../fixtures/accessibility.ts'
import type { Deployment } from '../fixtures/deployment.ts'
import { Keyboard } from '../fixtures/keyboard.ts'
import { makeOperator, manages, Operator, openDashboard, ownerCredential } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

const TITLE = 'Modelli di posta'
const ITALIAN = {
  subject: 'La tua richiesta {{ ticket }}',
  html: '<p>Gentile cittadino,</p>\n<p>segui <a href="{{ link }}">la richiesta {{ ticket }}</a>.</p>',
}
const GERMAN = { subject: 'Ihre Anfrage {{ ticket }}', html: '<p>Guten Tag,</p>\n<p>folgen Sie <a href="{{ link }}">der Anfrage {{ ticket }}</a>.</p>' }

/** Stores the texts of a mail template as the first owner. */
async function store(deployment: Deployment, path: string, body: object): Promise<void> {
  await manages(deployment, await ownerCredential(deployment), 'PUT', `/templates/${path}`, body)
}

/** Returns the stored template with its texts and the record of its original. */
async function stored(deployment: Deployment, name: string, language: string): Promise<ListedTemplate | undefined> {
  const all = (await manages(deployment, await ownerCredential(deployment), 'GET', '/templates')) as ListedTemplate[]
  return all.find((each) => each.name === name && each.lang_code === language)
}

/** Page object for the translation of a mail template in the dashboard. */
class Translation extends Operator {
  readonly save = this.button('Salva')
  readonly confirm = this.button('Va ancora bene')
  readonly language = this.page.getByLabel('Lingua della traduzione')
  readonly source = this.page.getByLabel('Lingua dell’originale')

  subject(language: string) {
    return this.page.getByRole('textbox', { name: `Oggetto (${language})` })
  }
  body(language: string) {
    return this.page.getByRole('textbox', { name: `Testo (HTML) (${language})` })
  }
  original(label: string, language = 'Italiano') {
    return this.page.getByRole('region', { name: `${label} (${language})` })
  }
  preview(language: string) {
    return this.page.getByRole('region', { name: `Anteprima: ${language}` })
  }
  async opensTranslation(deployment: Deployment, name: string, language: string): Promise<void> {
    await openDashboard(this.page, deployment, `templates&translate=${name}&translation=${language}`)
    await expect(this.page.getByRole('heading', { level: 2, name })).toBeVisible()
  }
}

test('an operator using the keyboard translates a template, sees a lost variable, corrects it, and confirms after a change of the original', async ({
  page,
  deployment,
  expectConsoleError,
}) => {
  test.slow()
  // Playwright tries to run a script in the previews' frames. The frames block scripts, which causes this console error.
  expectConsoleError(/Blocked script execution in 'about:blank'/)
  const name = 'tradotto-da-tastiera'
  await store(deployment, `${name}/it`, ITALIAN)
  const desk = new Translation(page, deployment)
  const keyboard = new Keyboard(page)
  await desk.signsIn()
  await keyboard.opensView(TITLE)
  await keyboard.write(desk.filter('Nome'), name)
  await keyboard.press(desk.row(TITLE, name).getByRole('button', { name: 'Traduci' }))
  await expect(page.getByRole('heading', { level: 2, name })).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`view=templates.*translate=${name}.*translation=`))
  await keyboard.reach(desk.language)
  await page.keyboard.type('Deu')
  await expect(page).toHaveURL(/translation=de/)
  await expect(desk.said('Deutsch: Manca')).toBeVisible()
  await expect(desk.original('Oggetto').getByText('{{ ticket }}')).toHaveRole('code')
  await expectAccessible(page)

  await keyboard.write(desk.subject('Deutsch'), 'Ihre Anfrage')
  await expect(desk.subject('Deutsch')).toHaveAccessibleDescription('Manca la variabile {{ ticket }}.')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(desk.body('Deutsch')).toBeFocused()
  await page.keyboard.insertText('<p>Guten Tag,</p>\n<p>folgen Sie der Anfrage {{ tiket }}.</p>')
  await expect(desk.body('Deutsch')).toHaveAccessibleDescription(
    'Manca la variabile {{ link }}. Manca la variabile {{ ticket }}. La variabile {{ tiket }} non c’è nell’originale.',
  )
  await expectAccessible(page)
  await keyboard.press(desk.save)
  const question = desk.dialog(`${name} (de)`)
  await expect(question).toContainText('Manca la variabile {{ ticket }}.')
  await expect(question).toContainText('nelle mail resterebbero vuote: tiket')
  await page.keyboard.press('Escape')

  await keyboard.write(desk.body('Deutsch'), GERMAN.html)
  await expect(desk.body('Deutsch')).toHaveAccessibleDescription('')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(desk.subject('Deutsch')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' {{ ticket }}')
  await expect(desk.subject('Deutsch')).toHaveAccessibleDescription('')
  await keyboard.press(desk.save)
  await expect(desk.said(`Salvato: ${name} (de)`)).toBeVisible()
  await expect(desk.said('Deutsch: Tradotto')).toBeVisible()
  expect(await stored(deployment, name, 'de')).toMatchObject({ ...GERMAN, translated_from: { lang_code: 'it', ...ITALIAN } })

  for (const language of ['Italiano', 'Deutsch']) await desk.preview(language).getByRole('button', { name: 'Anteprima' }).click()
  await expect(desk.preview('Deutsch').getByText('Ihre Anfrage AB-12345678')).toBeVisible()
  await expect(page.frameLocator('iframe[title="Anteprima: Italiano"]').getByText('Gentile cittadino,', { exact: true })).toBeVisible()
  // Axe cannot check the mails, whose frames block scripts.
  await expectAccessible(page, 'iframe')

  await keyboard.press(page.getByRole('link', { name: 'Tutti i modelli' }))
  await desk.filter('Nome').fill(name)
  await expect(desk.row(TITLE, name).getByRole('link', { name: 'Deutsch: Tradotto' })).toHaveCount(2)
  await desk.row(TITLE, name).filter({ hasText: ITALIAN.subject }).getByRole('button', { name: 'Modifica' }).click()
  await desk.field('Oggetto').fill('Richiesta ricevuta {{ ticket }}')
  await page.getByRole('dialog').getByRole('button', { name: 'Salva' }).click()
  await expect(desk.row(TITLE, name).getByRole('link', { name: 'Deutsch: Da rivedere' })).toHaveCount(2)
  expect(await accessibilityViolations(page)).toEqual([])
  await keyboard.press(desk.row(TITLE, name).getByRole('link', { name: 'Deutsch: Da rivedere' }).first())
  await expect(desk.said('Deutsch: Da rivedere')).toBeVisible()
  await expect(desk.original('Oggetto').getByRole('deletion')).toHaveText('La tua richiesta')
  await expectAccessible(page)
  await keyboard.press(desk.confirm)
  await expect(desk.said(`Confermato: ${name} (de)`)).toBeVisible()
  await expect(desk.subject('Deutsch')).toBeFocused()
  await expect(desk.said('Deutsch: Tradotto')).toBeVisible()
  expect((await stored(deployment, name, 'de'))?.translated_from?.subject).toBe('Richiesta ricevuta {{ ticket }}')
})

test('Ctrl+Enter saves, confirms, and goes to the next template that needs work', async ({ page, deployment }) => {
  const names = ['sequenza-a', 'sequenza-b', 'sequenza-c']
  for (const name of names) await store(deployment, `${name}/it`, { ...ITALIAN, subject: `${name} {{ ticket }}` })
  const before = { lang_code: 'it', subject: 'Prima', html: ITALIAN.html }
  await store(deployment, 'sequenza-b/nl', { ...GERMAN, translated_from: before })
  const desk = new Translation(page, deployment)
  await desk.opensTranslation(deployment, 'sequenza-a', 'nl')
  await desk.button('Copia l’originale: Oggetto').click()
  await expect(desk.subject('Nederlands')).toBeFocused()
  await expect(desk.subject('Nederlands')).toHaveAccessibleDescription('È uguale all’originale.')
  await page.keyboard.press('Control+Enter')
  await expect(desk.body('Nederlands')).toBeFocused()
  await page.keyboard.insertText(GERMAN.html)
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/translate=sequenza-b/)
  await expect(desk.subject('Nederlands').or(desk.subject('English')).or(desk.subject('Deutsch'))).toBeFocused()
  expect(await stored(deployment, 'sequenza-a', 'nl')).toMatchObject({ html: GERMAN.html })

  await desk.language.selectOption('nl')
  await desk.body('Nederlands').focus()
  await page.keyboard.press('Control+Enter')
  await expect(desk.said('Confermato: sequenza-b (nl)')).toBeVisible()
  await expect(page).toHaveURL(/translate=sequenza-c/)
  expect((await stored(deployment, 'sequenza-b', 'nl'))?.translated_from?.subject).toBe('sequenza-b {{ ticket }}')
})

test('unsaved texts are not lost, and two operators see each other’s texts', async ({ page, deployment, expectConsoleError }) => {
  expectConsoleError(/status of 4(?:00|09)/)
  const name = 'tradotto-insieme'
  await store(deployment, `${name}/it`, ITALIAN)
  await store(deployment, `${name}/de`, GERMAN)
  const desk = new Translation(page, deployment)
  await desk.opensTranslation(deployment, name, 'de')
  await expect(page.getByText(/^Non si sa da quale originale viene/)).toBeVisible()
  await desk.subject('Deutsch').fill('Ihre Anfrage {{ ticket }}!')
  await desk.language.selectOption('en')
  await desk.button('Continua a modificare').click()
  await expect(desk.subject('Deutsch')).toHaveValue('Ihre Anfrage {{ ticket }}!')
  await page.getByRole('link', { name: 'Tutti i modelli' }).click()
  await desk.button('Continua a modificare').click()

  await desk.body('Deutsch').fill('<p>{% if otp %}{{ ticket }}</p>')
  await desk.save.click()
  await expect(page.getByRole('region', { name: 'Errori nel documento' })).toContainText('tag {% if otp %} not closed')
  await desk.body('Deutsch').fill(GERMAN.html)

  await store(deployment, `${name}/de`, { ...GERMAN, html: '<p>Anders {{ ticket }} <a href="{{ link }}">{{ ticket }}</a></p>' })
  await desk.save.click()
  await desk.button('Ricarica e mantieni le mie modifiche').click()
  await expect(page.getByRole('region', { name: 'Cambiato nel frattempo' })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await desk.save.click()
  await expect(desk.said(`Salvato: ${name} (de)`)).toBeVisible()
  expect(await stored(deployment, name, 'de')).toMatchObject({ subject: 'Ihre Anfrage {{ ticket }}!', translated_from: { lang_code: 'it' } })
})

test('a translation may have another original than the Italian one, and a viewer can only read it', async ({ page, deployment, expectConsoleError }) => {
  expectConsoleError(/status of 404/)
  const name = 'tradotto-da-altri'
  await store(deployment, `${name}/it`, ITALIAN)
  await store(deployment, `${name}/en`, { subject: 'Your request {{ ticket }}', html: '<p>Hello</p>' })
  const desk = new Translation(page, deployment)
  await desk.opensTranslation(deployment, name, 'de')
  await desk.subject('Deutsch').fill('Ihre Anfrage {{ ticket }}')
  await desk.source.selectOption('en')
  await expect(page).toHaveURL(/source=en/)
  await expect(desk.original('Oggetto', 'English')).toContainText('Your request {{ ticket }}')
  await expect(desk.subject('Deutsch')).toHaveValue('Ihre Anfrage {{ ticket }}')
  await desk.body('Deutsch').fill('<p>Guten Tag</p>')
  await desk.save.click()
  await expect(desk.said(`Salvato: ${name} (de)`)).toBeVisible()
  expect((await stored(deployment, name, 'de'))?.translated_from?.lang_code).toBe('en')

  const viewer = { username: 'lettore', password: 'Una-password-lunga-9', role: 'viewer' }
  await makeOperator(deployment, viewer)
  await page.context().clearCookies()
  await page.goto(`${deployment.url}/admin/management/sign-in`)
  await page.getByLabel('Nome utente').fill(viewer.username)
  await page.getByLabel('Password', { exact: true }).fill(viewer.password)
  await page.getByRole('button', { name: 'Accedi' }).click()
  await page.waitForURL(/\/admin\/management(?:\?|$)/)
  await page.goto(`${deployment.url}/admin/management?view=templates&translate=${name}&translation=de`)
  await expect(page.getByText('Puoi leggere queste impostazioni, non cambiarle.')).toBeVisible()
  await expect(page.getByText('La traduzione viene da un’altra lingua: English.')).toBeVisible()
  await expect(desk.subject('Deutsch')).not.toBeEditable()
  await expect(desk.save).toHaveCount(0)
  await expect(desk.confirm).toHaveCount(0)
  await page.goto(`${deployment.url}/admin/management?view=templates&translate=absent`)
  await expect(page.getByText('Il modello «absent» non esiste.')).toBeVisible()
})
