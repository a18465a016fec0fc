import { expectAccessible } from '../fixtures/accessibility.ts'
import { FormSettingsPage, freshForm } from '../fixtures/form-settings-page.ts'
import { makeOperator, manages, Operator, ownerCredential } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

test('each tab of a form’s workspace has its own URL, and all tabs share one draft', async ({ page, deployment, expectConsoleError }) => {
  expectConsoleError(/409 \(Conflict\)/)
  const description = 'Ufficio delle cose perdute e ritrovate nei tram, negli autobus e nelle stazioni della metropolitana'
  const { code, bundle } = freshForm(['SSO', 'FREE'], { form: { description } })
  await deployment.importBundle(bundle)
  const desk = new FormSettingsPage(page, deployment)
  const operator = new Operator(page, deployment)
  await desk.enter(`&f.code=${code}`)
  await desk.row(code).getByRole('link', { name: code }).click()
  await expect(page.getByRole('heading', { level: 2, name: description })).toBeFocused()
  const checklist = page.getByRole('list', { name: 'Per andare in linea' })
  await expect(checklist.getByRole('listitem').filter({ hasText: 'Chiave del single sign-on' })).toContainText('manca')
  await expect(page.getByRole('img', { name: new RegExp(code) })).toBeVisible()
  await expectAccessible(page)

  // Unsaved changes are kept when the operator switches tabs, also with the Back button. Before the operator leaves the
  // form, the dashboard asks whether to discard them.
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  await tab('Live Chat').click()
  await page.getByLabel('chatType').selectOption('CRISP')
  await page.getByLabel('chatId').fill('sito-1')
  await tab('Accesso').click()
  await expect(page).toHaveURL(/tab=access/)
  await expect(page.getByText('Chi arriva già riconosciuto da un vostro sito (SSO)')).toBeVisible()
  await page.getByLabel('captcha', { exact: true }).check()
  await page.goBack()
  await expect(page.getByLabel('chatId')).toHaveValue('sito-1')
  await page.getByRole('link', { name: 'Tutti i form' }).click()
  await expect(operator.dialog('Modifiche non salvate').getByRole('button', { name: 'Continua a modificare' })).toBeFocused()
  await page.keyboard.press('Enter')
  await operator.button('Salva').click()
  await expect(operator.said(`Salvato: ${code}`)).toBeVisible()
  await expect(tab('Live Chat')).toBeFocused()
  const credential = await ownerCredential(deployment)
  expect(await manages(deployment, credential, 'GET', `/settings/forms/${code}`)).toMatchObject({
    params: { captcha: true },
    liveChatParams: { chatType: 'CRISP', chatId: 'sito-1' },
  })

  // For each changed field, the dashboard shows the other operator's value.
  await page.getByLabel('fondo').fill('F1')
  const stored = (await manages(deployment, credential, 'GET', `/settings/forms/${code}`)) as { liveChatParams: object }
  const sent = { ...stored, liveChatParams: { ...stored.liveChatParams, chatId: 'sito-2' } }
  for (const shown of ['secrets', 'auth_type', 'tag_exists', 'version']) delete (sent as Record<string, unknown>)[shown]
  await manages(deployment, credential, 'PUT', `/settings/forms/${code}`, sent)
  await operator.button('Salva').click()
  await operator.button('Ricarica e mantieni le mie modifiche').click()
  await expect(page.getByRole('group', { name: /chatId/ })).toContainText('sito-2')
  await operator.button('Salva').click()
  await expect
    .poll(() => manages(deployment, credential, 'GET', `/settings/forms/${code}`))
    .toMatchObject({ liveChatParams: { chatId: 'sito-2', fondo: 'F1' } })

  // Before a dangerous change is saved, the dashboard shows its effects to the operator.
  await tab('Accesso').click()
  await page.getByLabel('captcha', { exact: true }).uncheck()
  await operator.button('Salva').click()
  await expect(operator.dialog(`Modifica form ${code}`)).toContainText('La verifica anti-robot si spegne')
  await expect(operator.dialog(`Modifica form ${code}`).getByRole('button', { name: 'Annulla', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await operator.button('Annulla le modifiche').click()
  await operator.button('Esci senza salvare').click()
  await expect(page.getByLabel('captcha', { exact: true })).toBeChecked()
})

test('all tabs of a form’s workspace are accessible, and fit on a narrow screen', async ({ page, deployment }) => {
  const { code, bundle } = freshForm(['SSO', 'FREE'])
  await deployment.importBundle(bundle)
  const desk = new FormSettingsPage(page, deployment)
  await desk.enter(`&f.code=${code}`)
  await desk.row(code).getByRole('link', { name: code }).click()
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  for (const name of ['Aspetto', 'Dichiarazioni', 'Posta', 'Destinazioni', 'Routing', 'Visita', 'Richieste', 'Versioni']) {
    await tab(name).click()
    await expect(page.getByRole('tabpanel', { name })).toBeVisible()
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  for (const name of ['Panoramica', 'Aspetto', 'Accesso', 'Versioni']) {
    await tab(name).click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
  await expectAccessible(page)
})

test('the workspace of a form is read-only for viewers and authors, and cannot be opened by operators without access to the form', async ({
  page,
  deployment,
  expectConsoleError,
}) => {
  expectConsoleError(/404 \(Not Found\)/)
  const { code, bundle } = freshForm(['FREE'])
  const other = freshForm(['FREE'])
  await deployment.importBundle(bundle)
  await deployment.importBundle(other.bundle)
  const password = 'Faro-bianco-26'
  for (const role of ['viewer', 'author']) {
    await makeOperator(deployment, { username: `${role}-${code}`, password, role, customers: [code] })
    await page.context().clearCookies()
    await page.goto(`${deployment.url}/admin/management/sign-in`)
    await page.getByLabel('Nome utente').fill(`${role}-${code}`)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Accedi' }).click()
    await expect(page.getByRole('navigation', { name: 'Sezioni' })).toBeVisible()
    await page.goto(`${deployment.url}/admin/management?view=forms&form=${code}&tab=look`)
    await expect(page.getByText('Puoi leggere queste impostazioni, non cambiarle.')).toBeVisible()
    await expect(page.getByLabel('favicon')).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Salva' })).toHaveCount(0)
    await expect(page.getByRole('tab', { name: 'Richieste' })).toHaveCount(role === 'viewer' ? 1 : 0)
    await expectAccessible(page)
    await page.goto(`${deployment.url}/admin/management?view=forms&form=${other.code}`)
    await expect(page.getByRole('alert')).toContainText(`Il form «${other.code}» non esiste`)
  }
})
