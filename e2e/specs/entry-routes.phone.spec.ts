import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accessibilityViolations } from '../fixtures/accessibility.ts'
import { enterBySso, prefilledForm } from '../fixtures/entry-routes.ts'
import { expect, test } from '../fixtures/test.ts'

const PERSON = { client: 'fondo', email: 'anna.neri@example.org', nome: 'Anna', cognome: 'Neri', telefono: '055 123456' }
const fresh = (name: string) => `${name}-${randomUUID().slice(0, 8)}`

test('SSO from the fund’s own website prefills the form and allows one request per session', async ({ page, visitor, deployment }) => {
  const form = fresh('fondo')
  const email = `${fresh('anna')}@example.org`
  await deployment.importBundle(prefilledForm(form, ['SSO'], [{ client: form }]))
  await enterBySso(page, deployment.url, form, { ...PERSON, client: form, email })
  await expect(page).toHaveURL(`${deployment.url}/${form}`)
  const account = visitor.button('AN Profilo di Anna Neri')
  await account.click()
  await expect(page.getByText(email, { exact: true })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()
  await expect(page.getByText(email, { exact: true })).toBeHidden()

  // The option that requires a login is enabled, because the visitor has a session.
  await expect(visitor.option('Estratto conto')).not.toHaveAttribute('aria-disabled')
  await visitor.option('Rimborso').click()
  await expect(visitor.field('Cognome')).toHaveValue('Neri')
  await expect(visitor.field('Cognome')).toHaveAttribute('readonly')
  await expect(visitor.field('Telefono')).toHaveValue('055 123456')
  await visitor.field('Motivo').fill('Visita oculistica')
  await visitor.button('Invia Richiesta').click()
  const dialog = visitor.dialog('Confermi l’invio?')
  await expect(dialog).toContainText(email)
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Invia', exact: true }).click()
  await expect(visitor.main.getByRole('status').filter({ hasText: 'K-' })).toBeVisible()
  await expect(visitor.main.getByText('Neri: Visita oculistica')).toBeVisible()
  const mail = await deployment.mailbox.receive(email, /./)
  expect(mail.text).toContain('K-')

  await visitor.button('Torna al modulo').click()
  await expect(page).toHaveURL(`${deployment.url}/${form}/authError`)
  await expect(visitor.heading('Accesso non autorizzato')).toBeVisible()
})

test('a logout ends the session and deletes the draft and the cookies', async ({ page, visitor, deployment }) => {
  const form = fresh('esce')
  await deployment.importBundle(prefilledForm(form, ['FREE', 'SSO'], [{ client: form }]))
  await enterBySso(page, deployment.url, form, { ...PERSON, client: form })
  await visitor.option('Rimborso').click()
  await visitor.field('Motivo').fill('Nobody else is to read this')
  await visitor.button('AN Profilo di Anna Neri').click()
  await visitor.button('Logout').click()
  await expect(visitor.button('AN Profilo di Anna Neri')).toHaveCount(0)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Nobody else')
  await expect(visitor.option('Estratto conto')).toHaveAttribute('aria-disabled', 'true')
  expect(await page.context().cookies()).toEqual([])
})

test('a signed-in visitor with several e-mail addresses selects one of them', async ({ page, visitor, deployment }) => {
  const form = fresh('due')
  await deployment.importBundle(prefilledForm(form, ['SSO'], [{ client: form }]))
  const work = `${fresh('lavoro')}@example.org`
  await enterBySso(page, deployment.url, form, { ...PERSON, client: form, email: ['casa@example.org', work] })
  await visitor.option('Rimborso').click()
  await visitor.field('Motivo').fill('Occhiali')
  await visitor.button('Invia Richiesta').click()
  const dialog = visitor.dialog('Confermi l’invio?')
  await dialog.getByRole('radio', { name: work }).check()
  await dialog.getByRole('button', { name: 'Invia', exact: true }).click()
  expect((await deployment.mailbox.receive(work, /./)).text).toContain('K-')
})

test('a personal link opens the form until a request is submitted, and is invalid after that', async ({
  page,
  visitor,
  deployment,
  address,
  expectConsoleError,
}) => {
  const form = fresh('invito')
  await deployment.importBundle(prefilledForm(form, ['DYNAMIC']))
  const people = join(deployment.dataDir, `${form}.csv`)
  await writeFile(people, `email,nome,cognome\n${address},Anna,Neri\n`)
  const [, line = ''] = (await deployment.runCommand('links', form, people)).trim().split('\n')
  const link = line.split(',')[1] ?? ''
  await visitor.opens(link)
  // The server removes the code of the link from the URL, so that it is neither in the browser's history nor sent to
  // other websites.
  await expect(page).toHaveURL(`${deployment.url}/${form}`)
  await visitor.option('Rimborso').click()
  await visitor.field('Motivo').fill('Dentista')
  await visitor.button('Invia Richiesta').click()
  await visitor.dialog('Confermi l’invio?').getByRole('button', { name: 'Invia', exact: true }).click()
  await expect(visitor.main.getByRole('status').filter({ hasText: 'K-' })).toBeVisible()
  await expect(visitor.button('Torna al modulo')).toHaveCount(0)
  expectConsoleError(/409|403/)
  await visitor.opens(link)
  await expect(visitor.heading('Questo accesso non è più valido')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
})

test('a visitor of a form with the access mode AUTORESPONDER confirms by mail and receives the answer by mail', async ({
  page,
  visitor,
  deployment,
  address,
}) => {
  const form = fresh('risponde')
  await deployment.importBundle(prefilledForm(form, ['AUTORESPONDER']))
  await visitor.opens(`/${form}/open/rimborso`)
  await visitor.field('Motivo').fill('Orari')
  await visitor.button('Invia Richiesta').click()
  await visitor.givesAddress(address)
  await visitor.button('OK').click()
  await expect(visitor.heading('Ultimo passo: conferma dalla tua posta')).toBeVisible()
  // In the access mode AUTORESPONDER a form opens no ticket, so the page shows no ticket code.
  await expect(page.getByText('Codice della richiesta')).toHaveCount(0)
  const { text = '' } = await deployment.mailbox.receive(address, /./)
  const link = /http\S+\/validation\?\S+/.exec(text)?.[0] ?? ''
  await page.goto(link)
  await visitor.button('Conferma la richiesta').click()
  await expect(page.getByText('Neri: Orari').or(page.getByText(': Orari'))).toBeVisible()
  await expect(page.getByText('Codice della richiesta')).toHaveCount(0)
  await expect.poll(() => deployment.mailbox.mailsTo(address).length).toBe(2)
})

test('a form that anonymous visitors can use links to the login page for a step that requires a login', async ({
  page,
  visitor,
  deployment,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 403/)
  const form = fresh('entrambi')
  await deployment.importBundle(prefilledForm(form, ['FREE', 'LOGIN']))
  await visitor.opens(`/${form}`)
  await expect(visitor.option('Estratto conto')).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('link', { name: 'Accedi', exact: true }).click()
  await expect(page).toHaveURL(`${deployment.url}/${form}/login`)
  await expect(page.getByRole('link', { name: 'Accedi', exact: true })).toHaveCount(0)
  await visitor.opens(`/${form}`)
  await visitor.option('Estratto conto').press('Enter')
  await expect(page).toHaveURL(`${deployment.url}/${form}/login`)
  const [next] = (await page.context().cookies()).filter(({ name }) => name === `next_${form}`)
  expect(next?.value).toBe('estratto')
  await page.context().clearCookies({ name: `next_${form}` })
  await visitor.opens(`/${form}/siteMap`)
  await page.getByRole('treeitem', { name: 'Estratto conto' }).press('Enter')
  await expect(page).toHaveURL(`${deployment.url}/${form}/login`)
  expect((await page.context().cookies()).find(({ name }) => name === `next_${form}`)?.value).toBe('estratto')
  // If the visitor opens the step by its URL, the page also says that a login is required, and links to it. The page
  // has the customer's layout.
  await visitor.opens(`/${form}/open/estratto`)
  await expect(page.getByRole('banner')).toContainText('Fondo di prova')
  await visitor.main.getByRole('link', { name: 'Accedi', exact: true }).click()
  await expect(page).toHaveURL(`${deployment.url}/${form}/login`)
})
