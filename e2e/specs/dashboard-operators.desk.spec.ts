import { randomUUID } from 'node:crypto'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { Operator } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

const VIEW = 'Operatori'

test('an owner adds an operator, changes the operator’s role, and disables the operator', async ({ page, browser, deployment, expectConsoleError }) => {
  expectConsoleError(/401|400/)
  const username = `bruno.${randomUUID().slice(0, 8)}`
  const owner = new Operator(page, deployment)
  await owner.signsIn()
  await owner.opensView(VIEW)
  await owner.button('Aggiungi').click()
  const dialog = owner.dialog('Aggiungi operatore')
  await owner.field('Nome utente').fill(username)
  await owner.field('Password').fill('corta')
  await expect(owner.field('Password')).toHaveAccessibleDescription(/almeno 8 caratteri/)
  await expect(owner.button('Salva')).toBeDisabled()
  await owner.field('Password').fill('Faro-bianco-26')
  await owner.field('Ruolo').selectOption({ label: 'Titolare' })
  await owner.field('Tutti i form').uncheck()
  await owner.field('Form raggiunti').fill('nessun-modulo')
  await owner.field('Form raggiunti').press('Enter')
  await owner.button('Salva').click()
  await expect(dialog.getByRole('alert')).toContainText('Form raggiunti: Non esiste')
  await expect(owner.field('Form raggiunti')).toHaveAccessibleDescription(/Non esiste/)
  await owner.button('Togli nessun-modulo').click()
  await owner.field('Form raggiunti').fill('comune-aurora')
  await dialog.getByRole('button', { name: 'Aggiungi', exact: true }).click()
  await owner.button('Salva').click()
  await expect(owner.row(VIEW, username)).toContainText('comune-aurora')

  const [context, theirs] = await browser.newContext({ locale: 'it-IT' }).then(async (each) => [each, await each.newPage()] as const)
  await theirs.goto(`${deployment.url}/admin/management/sign-in`)
  await theirs.getByLabel('Nome utente', { exact: true }).fill(username)
  await theirs.getByLabel('Password', { exact: true }).fill('Faro-bianco-26')
  await theirs.getByRole('button', { name: 'Accedi' }).click()
  await expect(theirs.getByRole('button', { name: username })).toBeVisible()
  // The other operator owns only a single form and therefore cannot manage operators.
  await expect(theirs.getByRole('button', { name: VIEW })).toHaveCount(0)

  await owner.row(VIEW, username).getByRole('button', { name: 'Modifica', exact: true }).click()
  await owner.field('Disabilita l’accesso').check()
  await owner.button('Salva').click()
  await expect(owner.row(VIEW, username)).toContainText('Disabilitato')
  await theirs.reload()
  await expect(theirs.getByRole('heading', { name: 'pagina non autorizzata' })).toBeVisible()
  await context.close()

  await owner.row(VIEW, username).getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(owner.dialog('Elimina operatore')).toContainText(`«${username}»`)
  await owner.dialog('Elimina operatore').getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(owner.row(VIEW, username)).toHaveCount(0)
})

test('the last owner cannot remove their own owner role', async ({ page, deployment, expectConsoleError }) => {
  expectConsoleError(/400/)
  const owner = new Operator(page, deployment)
  await owner.signsIn()
  await owner.opensView(VIEW)
  await owner.row(VIEW, 'operator').getByRole('button', { name: 'Modifica', exact: true }).click()
  await expect(owner.dialog('Modifica operatore')).toContainText('Questo sei tu')
  await owner.field('Ruolo').selectOption({ label: 'Sola lettura' })
  await owner.button('Salva').click()
  await expect(owner.field('Ruolo')).toHaveAccessibleDescription(/almeno un/)
})

test('an operator who was added without a password gets a link, sets a password and signs in with it', async ({
  page,
  browser,
  deployment,
  expectConsoleError,
}) => {
  expectConsoleError(/409/)
  const username = `carla.${randomUUID().slice(0, 8)}`
  const owner = new Operator(page, deployment)
  await owner.signsIn()
  await owner.opensView(VIEW)
  await owner.button('Aggiungi').click()
  await owner.field('Nome utente').fill(username)
  await owner.button('Salva').click()
  const made = owner.dialog(`Invito per ${username}`)
  const link = (await made.getByRole('cell', { name: /#invitation=/ }).textContent()) ?? ''
  await expectAccessible(page)
  await made.getByRole('button', { name: 'Chiudi' }).click()

  const context = await browser.newContext({ locale: 'it-IT' })
  const theirs = await context.newPage()
  await theirs.goto(link)
  await theirs.getByLabel('Nuova password', { exact: true }).fill('Faro-bianco-26')
  await theirs.getByLabel('Ripeti la nuova password', { exact: true }).fill('Faro-bianco-26')
  await expectAccessible(theirs)
  await theirs.getByRole('button', { name: 'Salva ed entra' }).click()
  await expect(theirs.getByRole('button', { name: username })).toBeVisible()
  expect(theirs.url()).not.toContain('invitation')
  await context.close()
})
