import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../fixtures/accessibility.ts'
import { FormSettingsPage, freshForm } from '../fixtures/form-settings-page.ts'
import { makeOperator, Operator } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

/** Returns the bundle of a form with all access modes that require accounts, tokens, links or credentials. */
function formWithAllLogins() {
  const { code, bundle } = freshForm(['LOGIN', 'TOKEN_LOGIN', 'DYNAMIC', 'B2B'])
  const surname = { property_code: 'cognome', property_description: 'Cognome', default_value: { input_type: 'text' } }
  const born = { property_code: 'nascita', property_description: 'Nascita', default_value: { input_type: 'date' } }
  bundle.definitions[0]?.children[0]?.form_fields.push({ type: 'TOKEN_LOGIN', ordering: 2, value: { fields: [surname] } } as never)
  // The form's second token login, which has an additional field.
  const more = { type: 'TOKEN_LOGIN', ordering: 1, value: { fields: [surname, born] } }
  bundle.definitions[0]?.children.push({ code_tag: 'altra', tag_description: 'Altro', form_fields: [more] } as never)
  return { code, bundle }
}

/**
 * Returns a function that collects the axe violations in each state of the page, in the light and the dark colour
 * scheme.
 */
function watch(page: Page) {
  const seen: Record<string, string[]> = {}
  return {
    seen,
    async look(state: string): Promise<void> {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        seen[`${state}, ${colorScheme}`] = await accessibilityViolations(page)
      }
    },
  }
}

test('an operator gives people access by account, token, link and credential, and revokes it again', async ({ page, deployment, expectConsoleError }) => {
  test.slow()
  expectConsoleError(/400|409/)
  const { code, bundle } = formWithAllLogins()
  await deployment.importBundle(bundle)
  const desk = new FormSettingsPage(page, deployment)
  const operator = new Operator(page, deployment)
  const { seen, look } = watch(page)
  await desk.enter()
  await page.getByRole('navigation', { name: 'Sezioni' }).getByRole('button', { name: 'Account e token' }).click()
  await page.getByRole('combobox', { name: 'Form' }).fill(code)
  await page.keyboard.press('Enter')
  await expect(operator.table('Account')).toBeVisible()
  await desk.enter()
  await desk.does('Accessi', code)
  await expect(page.getByRole('heading', { name: 'account e token' })).toBeVisible()
  await expect(page.getByText('Nessun elemento presente')).toBeVisible()
  await look('empty')

  await operator.button('Aggiungi').click()
  await operator.field('Nome utente').fill('anna')
  await operator.field('E-mail').fill('anna@example.org')
  await operator.field('Dati noti').fill('nome=Anna\ncognome: Neri')
  await operator.button('Salva').click()
  await expect(page.getByRole('alert')).toContainText('Righe da correggere: 2')
  await expect(operator.field('Dati noti')).toHaveAccessibleDescription(/Righe da correggere: 2/)
  await operator.field('Dati noti').fill('nome=Anna\ncognome=Neri')
  await operator.field('Password').fill('corta')
  await expect(operator.field('Password')).toHaveAccessibleDescription(/almeno 8 caratteri/)
  await look('account')
  await operator.field('Password').fill('Faro-bianco-26')
  await operator.button('Salva').click()
  await expect(operator.row('Account', 'anna')).toContainText('nome=Anna, cognome=Neri')
  await operator.button('Carica una tabella').click()
  const file = (text: string) => operator.field('File (CSV)').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await file('username,password,email\nbea,Parola-9,bea\n')
  await operator.dialog('Carica una tabella').getByRole('button', { name: 'Carica una tabella' }).click()
  await expect(page.getByRole('region', { name: 'Errori nella tabella' })).toContainText('Riga 1, email')
  await look('faults of a table')
  await file('username,password,email\nbea,Parola-9,bea@example.org\n')
  await operator.dialog('Carica una tabella').getByRole('button', { name: 'Carica una tabella' }).click()
  await expect(operator.said('Tabella caricata: 1 aggiunti, 0 cambiati, 0 invariati')).toBeVisible()
  await operator.filter('Nome utente').fill('be')
  await expect(operator.row('Account', 'anna')).toHaveCount(0)
  await operator.row('Account', 'bea').getByRole('button', { name: 'Link password' }).click()
  await operator.field('Come arriva').selectOption({ label: 'Lo consegno io' })
  await look('link to a password')
  await operator.button('Crea il link').click()
  await expect(operator.dialog('Link per scegliere la password')).toContainText(`/${code}/login?recovery=`)
  await look('a link, once')
  await operator.button('Chiudi').click()
  await operator.row('Account', 'bea').getByRole('button', { name: 'Modifica' }).click()
  await operator.field('Disabilita l’account').check()
  await operator.button('Salva').click()
  await expect(operator.row('Account', 'bea')).toContainText('Disabilitato')
  await operator.row('Account', 'bea').getByRole('button', { name: 'Elimina' }).click()
  await expect(operator.dialog('Elimina account')).toContainText('«bea»')
  await look('deleting')
  await operator.dialog('Elimina account').getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(operator.row('Account', 'bea')).toHaveCount(0)

  await page.getByRole('tab', { name: 'Token' }).click()
  await operator.button('Crea token').click()
  await expect(operator.field('Cognome')).toHaveAttribute('required')
  await expect(operator.field('Nascita')).toHaveAttribute('type', 'date')
  await operator.dialog('Crea token').getByRole('button', { name: 'Crea token' }).click()
  await expect(operator.field('Cognome')).toHaveAccessibleDescription(/obbligatorio/)
  await operator.field('Cognome').fill('Marini')
  await operator.dialog('Crea token').getByRole('button', { name: 'Crea token' }).click()
  const made = operator.dialog('Token creati: 1')
  const token = (await made.locator('td.code').textContent()) ?? ''
  expect(token).toMatch(/^(?:\w{4}-){2}\w{4}$/)
  const [download] = await Promise.all([page.waitForEvent('download'), operator.button('Scarica CSV').click()])
  expect(download.suggestedFilename()).toBe(`token-${code}.csv`)
  await operator.button('Chiudi').click()
  await expect(made).toHaveCount(0)
  const row = operator.row('Token', 'cognome=Marini')
  await expect(row).toContainText('Non usato')
  expect(await page.content()).not.toContain(token)
  await look('tokens')
  await row.getByRole('button', { name: 'Revoca' }).click()
  await operator.dialog('Revoca').getByRole('button', { name: 'Revoca' }).click()
  await expect(row).toContainText('Revocato')
  await row.getByRole('button', { name: 'Riattiva' }).click()
  await operator.dialog('Riattiva').getByRole('button', { name: 'Riattiva' }).click()
  await row.getByRole('button', { name: 'Elimina' }).click()
  await operator.dialog('Elimina token').getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(row).toHaveCount(0)

  await page.getByRole('tab', { name: 'Link personali' }).click()
  await operator.button('Crea link').click()
  await operator.field('Indirizzi e-mail').fill('carla@example.org\nnessuno')
  await operator.dialog('Crea link').getByRole('button', { name: 'Crea link' }).click()
  await expect(page.getByRole('region', { name: 'Errori nella tabella' })).toContainText('nessuno')
  await operator.field('Indirizzi e-mail').fill('carla@example.org\ndora@example.org')
  await look('links')
  await operator.dialog('Crea link').getByRole('button', { name: 'Crea link' }).click()
  const url = (await operator.dialog('Link creati: 2').locator('td.code').first().textContent()) ?? ''
  await operator.button('Chiudi').click()
  const dora = operator.table('Link personali').getByRole('row').filter({ hasText: 'dora@example.org' })
  await expect(dora).toContainText('Da usare')
  await dora.getByRole('button', { name: 'Revoca' }).click()
  await operator.dialog('Revoca link').getByRole('button', { name: 'Revoca' }).click()
  await expect(dora).toContainText('Revocato')
  await expect(dora.getByRole('button', { name: 'Revoca' })).toBeDisabled()
  await look('listed links')

  await page.getByRole('tab', { name: 'Credenziali B2B' }).click()
  await operator.button('Crea credenziale').click()
  await operator.field('A che cosa serve').fill('Gestionale di Brio')
  await operator.dialog('Crea credenziale').getByRole('button', { name: 'Crea credenziale' }).click()
  const credential = (await operator.dialog('Credenziale creata').locator('td.code').textContent()) ?? ''
  await operator.button('Chiudi').click()
  await expect(operator.dialog('Credenziale creata')).toHaveCount(0)
  const brio = operator.row('Credenziali B2B', 'Gestionale di Brio')
  await expect(brio).toContainText('Attiva')
  expect(await page.content()).not.toContain(credential)
  await brio.getByRole('button', { name: 'Revoca' }).click()
  await operator.dialog('Revoca credenziale').getByRole('button', { name: 'Revoca' }).click()
  await expect(brio).toContainText('Revocata')
  await look('credentials')
  expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((state) => [state, []])))
  await page.goto(url)
  await expect(page.getByRole('heading', { name: 'Che cosa vuoi chiedere?' })).toBeVisible()
})

test('an operator adds, replaces and deletes a picture, but cannot delete it while a form uses it', async ({ page, deployment }) => {
  test.slow()
  const name = `logo-${randomUUID().slice(0, 8)}.png`
  const { code, bundle } = freshForm(['DATACOLLECTION'], { params: { logo: name } })
  const desk = new FormSettingsPage(page, deployment)
  const operator = new Operator(page, deployment)
  const { seen, look } = watch(page)
  const VIEW = 'File e immagini'
  const pixel = (last: string) => Buffer.from(`iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk${last}`, 'base64')
  const choose = (last: string) => operator.field('File').setInputFiles({ name, mimeType: 'image/png', buffer: pixel(last) })
  await operator.signsIn()
  await operator.opensView(VIEW)
  await operator.button('Aggiungi').click()
  await choose('+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==')
  await expect(operator.field('Nome')).toHaveValue(name)
  await look('adding')
  await operator.button('Salva').click()
  await operator.filter('Nome').fill(name)
  const row = operator.row(VIEW, name)
  await expect(row).toContainText('nessuno')
  const before = await row.getByRole('presentation').getAttribute('src')

  await deployment.importBundle(bundle)
  await row.getByRole('button', { name: 'Sostituisci' }).click()
  await choose('YPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==')
  await operator.dialog(`Sostituisci ${name}`).getByRole('button', { name: 'Sostituisci' }).click()
  await expect(row).toContainText(code)
  await expect(row.getByRole('presentation')).not.toHaveAttribute('src', before ?? '')
  await look('list')
  await row.getByRole('button', { name: 'Elimina' }).click()
  await expect(operator.dialog('Elimina file')).toContainText(`«${name}» non si può eliminare: lo usa ${code}`)
  await expect(operator.dialog('Elimina file').getByRole('button', { name: 'Elimina', exact: true })).toBeDisabled()
  await look('refused')
  await operator.button('Annulla').click()

  await desk.enter()
  await desk.does('Modifica', code)
  const modal = desk.dialog(`Modifica form ${code}`)
  await expect(desk.field(modal, 'logo').locator('option:checked')).toHaveText(`Come la definizione (${name})`)
  await desk.field(modal, 'logo').selectOption({ label: 'Nessuno' })
  await desk.saves(modal)
  await desk.does('Modifica', code)
  await expect(desk.field(modal, 'logo').locator('option:checked')).toHaveText('Nessuno')
  await page.goto(`${deployment.url}/${code}`)
  await expect(page.getByRole('heading', { name: 'Che cosa vuoi chiedere?' })).toBeVisible()
  await expect(page.locator('.logos img')).toHaveCount(0)
  await operator.signsIn()
  await operator.opensView(VIEW)
  await operator.filter('Nome').fill(name)
  await row.getByRole('button', { name: 'Elimina' }).click()
  await operator.dialog('Elimina file').getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(row).toHaveCount(0)
  expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((state) => [state, []])))
})

test('when an operator changes the password, the operator’s other session ends', async ({ page, browser, deployment, expectConsoleError }) => {
  expectConsoleError(/400|401/)
  const person = { username: `elena.${randomUUID().slice(0, 8)}`, password: 'Faro-bianco-26', role: 'viewer' }
  await makeOperator(deployment, person)
  const signsIn = async (where: Page, password: string) => {
    await where.goto(`${deployment.url}/admin/management/sign-in`)
    await where.getByLabel('Nome utente', { exact: true }).fill(person.username)
    await where.getByLabel('Password', { exact: true }).fill(password)
    await where.getByRole('button', { name: 'Accedi' }).click()
  }
  const context = await browser.newContext({ locale: 'it-IT' })
  const elsewhere = await context.newPage()
  await signsIn(elsewhere, person.password)
  await expect(elsewhere.getByRole('button', { name: person.username })).toBeVisible()

  const operator = new Operator(page, deployment)
  const { seen, look } = watch(page)
  await signsIn(page, person.password)
  await operator.button(person.username).click()
  await operator.button('Cambia la password').click()
  const save = operator.dialog('Cambia la password').getByRole('button', { name: 'Salva' })
  await operator.field('Password attuale').fill('Sbagliata-1')
  await operator.field('Nuova password').fill('Un-altro-faro-27')
  await operator.field('Ripeti la nuova password').fill('Un-altro-faro')
  await expect(operator.field('Ripeti la nuova password')).toHaveAccessibleDescription('Le due password non sono uguali.')
  await expect(save).toBeDisabled()
  await operator.field('Ripeti la nuova password').fill('Un-altro-faro-27')
  await save.click()
  await expect(operator.field('Password attuale')).toHaveAccessibleDescription(/Non è corretto/)
  await look('wrong password')
  await operator.field('Password attuale').fill(person.password)
  await save.click()
  await expect(operator.said('Password cambiata')).toBeVisible()
  expect(seen).toEqual({ 'wrong password, light': [], 'wrong password, dark': [] })
  await operator.opensView('Impostazioni form')
  await elsewhere.reload()
  await expect(elsewhere.getByRole('heading', { name: 'pagina non autorizzata' })).toBeVisible()
  await signsIn(elsewhere, 'Un-altro-faro-27')
  await expect(elsewhere.getByRole('button', { name: person.username })).toBeVisible()
  await context.close()
})
