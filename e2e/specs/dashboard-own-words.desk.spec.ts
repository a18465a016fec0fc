import { accessibilityViolations, expectAccessible } from '../fixtures/accessibility.ts'
import type { Deployment } from '../fixtures/deployment.ts'
import { shortForm } from '../fixtures/error-answers.ts'
import { Keyboard } from '../fixtures/keyboard.ts'
import { makeOperator, manages, Operator, openDashboard, ownerCredential } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

type Texts = Readonly<Record<string, string>>

const dataUrlOf = (texts: Texts) => `data:application/json;base64,${Buffer.from(JSON.stringify(texts)).toString('base64')}`
const pathOf = (name: string) => `/assets/custom_loc_strings/${name}`

/** Imports a form that uses a file of own texts. */
async function importTexts(deployment: Deployment, code: string, texts: Texts): Promise<string> {
  const name = `${code}.json`
  const form = shortForm(code, { params: { custom_loc_strings: name, max_requests: 1, max_period: 24 } })
  await deployment.importBundle({ ...form, assets: [{ kind: 'custom_loc_strings', name, data_url: dataUrlOf(texts) }] })
  return name
}

/** Returns the stored texts of a file. */
async function storedTexts(deployment: Deployment, name: string): Promise<Texts> {
  return ((await manages(deployment, await ownerCredential(deployment), 'GET', `${pathOf(name)}/texts`)) as { texts: Texts }).texts
}

/** Page object for the dashboard's view of the texts in a file. */
class OwnTexts extends Operator {
  readonly save = this.button('Salva')
  readonly search = this.page.getByRole('searchbox', { name: 'Cerca chiave o testo' })
  readonly shownTexts = this.page.getByLabel('Quali testi')
  readonly blocked = this.page.getByText(/^Prima correggi i testi con errori/)

  text(key: string) {
    return this.page.getByRole('textbox', { name: `Testo per ${key}`, exact: true })
  }
  scope(key: string) {
    return this.page.getByRole('combobox', { name: `Dove vale il testo per ${key}`, exact: true })
  }
  rowOf(key: string) {
    return this.page
      .getByRole('listitem')
      .filter({ has: this.text(key) })
      .last()
  }
  async opensTexts(deployment: Deployment, name: string): Promise<void> {
    await openDashboard(this.page, deployment, `assets&texts=${name}`)
    await expect(this.page.getByRole('heading', { name })).toBeVisible()
  }
}

test('an operator using the keyboard changes two texts, corrects a placeholder, saves, and visitors read the texts', async ({
  page,
  deployment,
  visitor,
  expectConsoleError,
}) => {
  test.slow()
  expectConsoleError(/status of 4\d\d/)
  const name = await importTexts(deployment, 'parole-nuove', { 'it.invia_richiesta': 'Manda', unheard_of: 'x' })
  const desk = new OwnTexts(page, deployment)
  const keyboard = new Keyboard(page)
  await desk.signsIn()
  await keyboard.opensView('File e immagini')
  await keyboard.press(desk.row('File e immagini', name).getByRole('button', { name: 'Modifica i testi' }))
  await expect(page.getByRole('heading', { name })).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`view=assets.*texts=${name}`))
  await expect(page.getByText('Usato da: parole-nuove')).toBeVisible()
  await expect(desk.text('invia_richiesta')).toHaveCount(1)
  await expectAccessible(page)

  await keyboard.write(desk.search, 'invia_richiesta')
  await expect(desk.text('invia_richiesta')).toHaveValue('Manda')
  await expect(desk.text('invia_richiesta')).toHaveAccessibleDescription('Invia Richiesta')
  await expect(desk.save).toBeDisabled()
  await keyboard.write(desk.text('invia_richiesta'), 'Spedisci')
  await expect(desk.save).toBeEnabled()

  await keyboard.write(desk.search, 'massimo di')
  await keyboard.write(desk.text('forms0024'), 'Basta: {1} in {3} ore.')
  await expect(desk.text('forms0024')).toHaveAccessibleDescription(/ Manca \{2\}\. \{3\} non c’è nel testo predefinito\.$/)
  await expect(desk.text('forms0024')).toHaveAttribute('aria-invalid', 'true')
  await expect(desk.blocked).toBeVisible()
  await expect(desk.save).toBeDisabled()
  await expectAccessible(page)
  await keyboard.press(desk.button('Mostra gli errori'))
  await expect(desk.text('forms0024')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Testo per/ })).toHaveCount(1)
  await keyboard.write(desk.text('forms0024'), 'Basta: {1} in {2} ore.')
  await expect(desk.blocked).toHaveCount(0)
  await keyboard.press(desk.save)
  await expect(desk.said(`Salvato: ${name}`)).toBeVisible()
  await expect(page.getByRole('heading', { name })).toBeFocused()
  expect(await storedTexts(deployment, name)).toEqual({ 'it.invia_richiesta': 'Spedisci', unheard_of: 'x', 'it.forms0024': 'Basta: {1} in {2} ore.' })

  for (const answer of ['Prima', 'Seconda']) {
    await visitor.opens('/parole-nuove/open/rimborso')
    await visitor.field('Motivo').fill(answer)
    await visitor.button('Spedisci').click()
    if (answer === 'Prima') await expect(visitor.main.getByRole('status').filter({ hasText: 'EC-' })).toBeVisible()
  }
  await expect(visitor.dialog('Attenzione!')).toContainText('Basta: 1 in 24 ore.')
})

test('an operator sets a text for all languages, sees the forms that are missing, and removes an unknown key', async ({ page, deployment }) => {
  const name = await importTexts(deployment, 'parole-tutte', { invia: 'Manda', 'pt.invia': 'Envia', unheard_of: 'x' })
  const desk = new OwnTexts(page, deployment)
  await desk.opensTexts(deployment, name)
  await desk.shownTexts.selectOption('changed')
  await expect(page.getByRole('textbox', { name: /^Testo per/ })).toHaveCount(1)
  await expect(desk.scope('invia')).toHaveValue('all')
  await desk.scope('invia').selectOption('language')
  await desk.text('invia').fill('Spedisci')
  await expect(page.getByText('Testo per tutte le lingue: «Manda»')).toBeVisible()
  await page.getByLabel('Lingua dei testi').selectOption('de')
  await expect(desk.text('invia')).toHaveValue('Manda')
  await expect(desk.text('invia')).toHaveAccessibleDescription('Senden')

  await desk.shownTexts.selectOption('all')
  await desk.search.fill('domande_restanti')
  await desk.text('domande_restanti_1').fill('Nur noch eine')
  await expect(page.getByText('Restano predefinite: domande_restanti e domande_restanti_0.')).toBeVisible()
  await expect(desk.save).toBeEnabled()
  expect(await accessibilityViolations(page)).toEqual([])
  await desk.rowOf('domande_restanti_1').getByRole('button', { name: 'Torna al predefinito' }).click()
  await expect(page.getByText(/Restano predefinite/)).toHaveCount(0)

  await desk.search.fill('')
  await desk.shownTexts.selectOption('unknown')
  await desk.button('Togli: pt.invia').click()
  expect(await accessibilityViolations(page)).toEqual([])
  await desk.save.click()
  await expect(desk.said(`Salvato: ${name}`)).toBeVisible()
  expect(await storedTexts(deployment, name)).toEqual({ invia: 'Manda', unheard_of: 'x', 'it.invia': 'Spedisci' })
})

test('unsaved texts are not lost: the view asks before the operator leaves, and merges the texts of another operator', async ({
  page,
  deployment,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409/)
  const name = await importTexts(deployment, 'parole-insieme', { 'it.annulla': 'Lascia', 'it.invia': 'Manda' })
  const desk = new OwnTexts(page, deployment)
  await desk.opensTexts(deployment, name)
  await desk.shownTexts.selectOption('changed')
  await desk.text('invia').fill('Spedisci')
  await page.getByRole('link', { name: 'Tutti i file' }).click()
  await desk.button('Continua a modificare').click()
  await expect(desk.text('invia')).toHaveValue('Spedisci')

  const theirs = { 'it.annulla': 'Ferma', 'it.invia': 'Inoltra' }
  await manages(deployment, await ownerCredential(deployment), 'PUT', pathOf(name), { data_url: dataUrlOf(theirs) })
  await desk.save.click()
  await expect(page.getByRole('alert')).toContainText('Qualcun altro ha modificato questi dati nel frattempo.')
  await desk.button('Ricarica e mantieni le mie modifiche').click()
  await expect(page.getByRole('region', { name: 'Cambiato nel frattempo' })).toBeVisible()
  await expect(desk.text('annulla')).toHaveValue('Ferma')
  await expect(desk.text('invia')).toHaveValue('Spedisci')
  await expect(page.getByText('Nel frattempo un’altra persona ha scritto: «Inoltra»')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await desk.button('Prendi la sua versione').click()
  await expect(desk.text('invia')).toHaveValue('Inoltra')
  await desk.text('annulla').fill('Basta')
  await desk.save.click()
  await expect(desk.said(`Salvato: ${name}`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Cambiato nel frattempo' })).toHaveCount(0)
  expect(await storedTexts(deployment, name)).toEqual({ 'it.annulla': 'Basta', 'it.invia': 'Inoltra' })
})

test('an operator begins a list of texts, Ctrl+Enter goes through its fields, and a viewer can only read it', async ({
  page,
  deployment,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404/)
  const desk = new OwnTexts(page, deployment)
  await openDashboard(page, deployment, 'assets')
  await desk.button('Nuovo elenco di testi').click()
  await desk.field('Nome').fill('parole-prime.json')
  await desk.dialog('Nuovo elenco di testi').getByRole('button', { name: 'Salva' }).click()
  await expect(page.getByRole('heading', { name: 'parole-prime.json' })).toBeVisible()
  const fields = page.getByRole('textbox', { name: /^Testo per/ })
  await expect(fields).toHaveCount(50)
  // The last field of the page whose phrase has no placeholder, which a text would have to keep.
  const phrases = await page.locator('[id$="-default"]').allTextContents()
  const last = phrases.slice(0, 49).findLastIndex((phrase) => !phrase.includes('{'))
  await fields.nth(last).focus()
  await page.keyboard.type('Uno')
  for (let at = last; at < 49; at += 1) {
    await page.keyboard.press('Control+Enter')
    await expect(fields.nth(at + 1)).toBeFocused()
  }
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('navigation', { name: /^Pagina 2 di/ })).toBeVisible()
  await expect(fields.first()).toBeFocused()
  await page.keyboard.type('Due')
  await desk.save.click()
  await expect(desk.said('Salvato: parole-prime.json')).toBeVisible()
  expect(Object.values(await storedTexts(deployment, 'parole-prime.json'))).toEqual(['Uno', 'Due'])

  const viewer = { username: 'lettrice', password: 'Una-password-lunga-9', role: 'viewer' }
  await makeOperator(deployment, viewer)
  await page.context().clearCookies()
  await page.goto(`${deployment.url}/admin/management/sign-in`)
  await page.getByLabel('Nome utente').fill(viewer.username)
  await page.getByLabel('Password', { exact: true }).fill(viewer.password)
  await page.getByRole('button', { name: 'Accedi' }).click()
  await page.waitForURL(/\/admin\/management(?:\?|$)/)
  await page.goto(`${deployment.url}/admin/management?view=assets`)
  await desk.row('File e immagini', 'parole-prime.json').getByRole('button', { name: 'Leggi i testi' }).click()
  await expect(page.getByText('Puoi leggere queste impostazioni, non cambiarle.')).toBeVisible()
  await desk.shownTexts.selectOption('changed')
  await expect(fields).toHaveCount(2)
  await expect(fields.first()).not.toBeEditable()
  await expect(desk.save).toHaveCount(0)
  await page.goto(`${deployment.url}/admin/management?view=assets&texts=absent.json`)
  await expect(page.getByText('L’elenco di testi «absent.json» non esiste.')).toBeVisible()
})
