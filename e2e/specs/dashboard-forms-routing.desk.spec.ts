import { FormSettingsPage, freshForm } from '../fixtures/form-settings-page.ts'
import { expect, test } from '../fixtures/test.ts'

test('an operator adds and deletes mappings of a form', async ({ page, deployment, expectConsoleError }) => {
  expectConsoleError(/409/)
  const { code, bundle } = freshForm(['SSO'])
  await deployment.importBundle(bundle)
  const desk = new FormSettingsPage(page, deployment)
  await desk.enter()
  await desk.does('Routing', code)
  const modal = desk.dialog(`Routing di ${code}`)
  await expect(modal.getByText('Nessun routing')).toBeVisible()
  const client = `Cliente-${code}`
  await modal.getByRole('button', { name: 'Aggiungi' }).click()
  const adding = desk.dialog(`Nuovo routing per ${code}`)
  await expect(adding.getByRole('button', { name: 'OK' })).toBeDisabled()
  await adding.getByLabel('sub_client2', { exact: true }).fill('Terzo')
  await expect(adding.getByRole('button', { name: 'OK' })).toBeDisabled()
  for (const level of ['client', 'sub_client', 'sub_client2', 'sub_client3'])
    await expect(adding.getByLabel(new RegExp(`^${level}$`))).toHaveAccessibleDescription(/\S/)
  await adding.getByLabel(/^client/).fill(client)
  await expect(adding.getByLabel(/^client/)).toHaveValue(client.toLowerCase())
  await adding.getByRole('button', { name: 'OK' }).click()
  await expect(adding).toHaveCount(0)
  const row = modal.getByRole('row').nth(1)
  await expect(row.getByRole('cell')).toHaveText([client.toLowerCase(), '--', 'terzo', '--', 'Elimina'])

  await modal.getByRole('button', { name: 'Aggiungi' }).click()
  await adding.getByLabel(/^client/).fill(client)
  await adding.getByLabel('sub_client2', { exact: true }).fill('terzo')
  await adding.getByRole('button', { name: 'OK' }).click()
  await expect(adding.getByLabel(/^client/)).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Escape')
  await desk.dialog('Modifiche non salvate').getByRole('button', { name: 'Esci senza salvare' }).click()
  await expect(modal).toBeVisible()

  await row.getByRole('button', { name: 'Elimina' }).click()
  const deleting = desk.dialog('Elimina routing')
  await expect(deleting.getByText(`«${client.toLowerCase()} / terzo» non porterà più al form ${code}.`)).toBeVisible()
  await deleting.getByRole('button', { name: 'Elimina' }).click()
  await expect(modal.getByText('Nessun routing')).toBeVisible()
  await modal.getByRole('button', { name: 'Annulla l’eliminazione' }).click()
  await expect(row.getByRole('cell')).toHaveText([client.toLowerCase(), '--', 'terzo', '--', 'Elimina'])
  await expect(modal.getByRole('button', { name: 'Chiudi' })).toBeFocused()
})

test('an operator reads the parameters of a form’s tag (definition)', async ({ page, deployment }) => {
  const { code, bundle } = freshForm(['FREE', 'SSO'], { params: { max_requests: 3, captcha: true } })
  await deployment.importBundle(bundle)
  const desk = new FormSettingsPage(page, deployment)
  await desk.enter()
  await desk.does('Parametri', code)
  const modal = desk.dialog(`Parametri del tag ${code}`)
  await expect(modal.getByRole('definition').first()).toBeVisible()
  const said = Object.fromEntries(
    await modal.locator('dl > div').evaluateAll((rows) => rows.map((row) => [row.children[0]?.textContent, row.children[1]?.textContent])),
  )
  expect(said).toMatchObject({ auth_type: 'FREE, SSO', max_requests: '3', captcha: 'true', form_title: 'Ufficio di prova' })
  await expect(modal.getByRole('textbox')).toHaveCount(0)
})

test('an operator opens a form as an anonymous visitor in a new tab', async ({ page, deployment, context }) => {
  const { code, bundle } = freshForm(['FREE'], { form: { client_url: deployment.url } })
  await deployment.importBundle(bundle)
  const desk = new FormSettingsPage(page, deployment)
  await desk.enter()
  await desk.does('Visita', code)
  const modal = desk.dialog(`Visita ${code}`)
  const refused = desk.dialog('Errore')
  await modal.getByRole('button', { name: 'Visita' }).click()
  await expect(refused.getByText('Selezionare il tipo autenticazione', { exact: true })).toBeVisible()
  await refused.getByRole('button', { name: 'Chiudi' }).click()
  await modal.getByLabel('Tipo autenticazione').selectOption('FREE')
  await expect(modal.getByLabel('Routing')).toHaveCount(0)
  const opened = context.waitForEvent('page')
  await modal.getByRole('button', { name: 'Visita' }).click()
  const tab = await opened
  await expect(tab).toHaveURL(`${deployment.url}/${code}`)
  await expect(tab.getByRole('heading', { name: 'Ufficio di prova' }).first()).toBeVisible()
  expect(await tab.evaluate(() => window.opener)).toBeNull()
})

test('an operator opens a form as a visitor who comes from a client’s website', async ({ page, deployment, context }) => {
  const { code, bundle } = freshForm(['FREE', 'LOGIN', 'SSO', 'SURVEY'], {
    form: { params: { sso_secret_aes: 'segreto' } },
  })
  const form = { ...bundle.forms[0], mappings: [{ client: `${code}-a` }, { client: `${code}-b`, sub_client: 'due' }] }
  await deployment.importBundle({ ...bundle, forms: [form] })
  const desk = new FormSettingsPage(page, deployment)
  await desk.enter()
  await desk.does('Visita', code)
  const modal = desk.dialog(`Visita ${code}`)
  const mode = modal.getByLabel('Tipo autenticazione')
  await expect(mode.getByRole('option')).toHaveText(['Seleziona', 'FREE', 'SSO', 'SURVEY'])
  await mode.selectOption('SSO')
  const routing = modal.getByLabel('Routing')
  await expect(routing.getByRole('option', { selected: true })).toHaveText(`${code}-a`)
  await routing.selectOption(`${code}-b / due`)
  await mode.selectOption('FREE')
  await expect(routing).toHaveCount(0)
  await mode.selectOption('SSO')
  await expect(routing.getByRole('option', { selected: true })).toHaveText(`${code}-a`)
  await routing.selectOption('Seleziona')
  await modal.getByRole('button', { name: 'Visita' }).click()
  const refused = desk.dialog('Errore')
  await expect(refused.getByText('Selezionare le impostazioni di routing', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(refused).toHaveCount(0)
  await routing.selectOption(`${code}-b / due`)

  const table = modal.getByRole('table', { name: 'Parametri' })
  await expect(table.getByRole('rowheader')).toHaveText(['email', 'nome', 'cognome'])
  await expect(table.getByRole('button')).toHaveCount(0)
  const add = modal.getByRole('button', { name: 'Aggiungi' })
  await modal.getByLabel('Chiave').fill('due parole')
  await expect(modal.getByText('La chiave non può contenere spazi')).toBeVisible()
  await expect(add).toBeDisabled()
  for (const [key, value] of [
    ['email', 'anna@example.org'],
    ['nota', '"tra virgolette"'],
    ['polizze', '[1, 2]'],
    ['testo', 'così com’è'],
  ]) {
    await modal.getByLabel('Chiave').fill(key ?? '')
    await modal.getByLabel('Valore').fill(value ?? '')
    await add.click()
  }
  await expect(table.getByRole('row').filter({ hasText: 'polizze' })).toContainText('[1,2]')
  await table.getByRole('row').filter({ hasText: 'testo' }).getByRole('button', { name: 'Elimina' }).click()
  await expect(table.getByRole('rowheader')).toHaveText(['email', 'nome', 'cognome', 'nota', 'polizze'])

  const asked = page.waitForRequest((request) => request.url().endsWith('/sso/message'))
  const opened = context.waitForEvent('page')
  await modal.getByRole('button', { name: 'Visita' }).click()
  expect((await asked).postDataJSON()).toMatchObject({ message_request: { email: 'anna@example.org', nota: 'tra virgolette', polizze: [1, 2] } })
  const tab = await opened
  await expect(tab).toHaveURL(`${deployment.url}/${code}`)
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  await tab.goto(`${deployment.url}/${code}/open/domanda`)
  await expect(tab.getByLabel('Nota')).toHaveValue('tra virgolette')
})
