import { randomUUID } from 'node:crypto'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { addAuthenticator } from '../fixtures/authenticator.ts'
import { test } from '../fixtures/named-deployment.ts'
import { makeOperator, Operator } from '../fixtures/operator.ts'
import { expect } from '../fixtures/test.ts'

const PASSWORD = 'Lanterna-2026!'

test('an operator adds a passkey, signs in with the passkey alone, and deletes the passkey', async ({ page, deployment, expectConsoleError }) => {
  expectConsoleError(/401|400/)
  const { devices, authenticatorId } = await addAuthenticator(page)
  const username = `anna.${randomUUID().slice(0, 8)}`
  await makeOperator(deployment, { username, password: PASSWORD, role: 'operator' })
  const operator = new Operator(page, deployment)
  await page.goto('/admin/management/sign-in')
  await page.getByLabel('Nome utente', { exact: true }).fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Password', { exact: true }).press('Enter')

  const passkey = page.getByRole('list', { name: 'Passkey', exact: true }).getByRole('listitem').filter({ hasText: 'Portatile' })
  const opensPasskeys = async () => {
    await operator.button(username).click()
    await operator.button('Passkey').click()
  }
  await opensPasskeys()
  await expect(operator.dialog('Passkey')).toContainText('Non hai ancora passkey')
  await operator.button('Aggiungi una passkey').click()
  await operator.field('Nome').fill('Portatile')
  await expect(operator.button('Continua')).toBeDisabled()
  await operator.field('Password attuale').fill('Lanterna-2025!')
  await operator.button('Continua').click()
  await expect(operator.dialog('Aggiungi una passkey').getByRole('alert')).toContainText('Password attuale: Non è corretto.')
  await expect(passkey).toHaveCount(0)
  await operator.field('Password attuale').fill(PASSWORD)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(operator.said('Passkey aggiunta: Portatile')).toBeVisible()
  await expect(passkey).toContainText('mai')
  await operator.button('Aggiungi una passkey').click()
  await operator.field('Nome').fill('La stessa')
  await operator.field('Password attuale').fill(PASSWORD)
  await operator.button('Continua').click()
  await expect(operator.dialog('Aggiungi una passkey').getByRole('alert')).toHaveText('Questo dispositivo conserva già una tua passkey.')
  await operator.button('Annulla').click()
  await operator.button('Chiudi').click()

  const leaves = async () => {
    await operator.button(username).click()
    await operator.button('Esci').click()
    await expect(page).toHaveURL(/\/sign-in$/)
  }
  await leaves()
  await operator.button('Accedi con una passkey').click()
  await operator.seesHome()
  expect(await operator.credential()).toMatch(/^[\w-]{43}$/)

  await opensPasskeys()
  await expect(passkey).not.toContainText('mai')
  await passkey.getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(operator.dialog('Elimina passkey')).toContainText('«Portatile»')
  await operator.field('Password attuale').fill(PASSWORD)
  await expectAccessible(page)
  await operator.dialog('Elimina passkey').getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(operator.dialog('Passkey')).toContainText('Non hai ancora passkey')
  await operator.button('Chiudi').click()

  await leaves()
  await operator.button('Accedi con una passkey').click()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
  await devices.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  await page.goto(`${deployment.url.replace('localhost', '127.0.0.1')}/admin/management/sign-in`)
  await expect(page.getByRole('link', { name: deployment.url })).toBeVisible()
  await expect(operator.button('Accedi con una passkey')).toHaveCount(0)
})

test('an operator without a password who signed in some time ago must sign in again to add a passkey', async ({ page, deployment, expectConsoleError }) => {
  expectConsoleError(/403/)
  await addAuthenticator(page)
  const operator = new Operator(page, deployment)
  await operator.signsIn()
  const first = await operator.credential()
  // Fakes the error that the server returns if the operator signed in more than ten minutes ago.
  await page.route('**/account/passkeys/options', async (route) => {
    if (route.request().headers().authorization !== `Bearer ${first}`) return route.continue()
    const error = { data: { code: 'http_proof', message: '', params: [] }, severity: 'medium' }
    return route.fulfill({ status: 403, json: { success: false, data: null, errors: [error] } })
  })
  await operator.button('operator').click()
  await operator.button('Passkey').click()
  await operator.button('Aggiungi una passkey').click()
  await operator.field('Nome').fill('Portatile')
  await expect(operator.field('Password attuale')).toHaveCount(0)
  await operator.button('Continua').click()
  const again = operator.dialog('Accedi di nuovo')
  await expect(again).toContainText('dieci minuti')
  await expectAccessible(page)
  await again.getByRole('button', { name: 'Annulla' }).click()
  await expect(operator.dialog('Aggiungi una passkey').getByRole('alert')).toContainText('Accedi di nuovo')
  await operator.button('Continua').click()
  await expect(again).toBeVisible()
  const other = await page.context().newPage()
  // Opens a new session: each call of the command prints a new one-time URL.
  await other.goto((await deployment.runCommand('admin', 'link')).trim())
  await expect(other.getByRole('table', { name: 'Impostazioni di sistema', exact: true })).toBeVisible()
  await other.close()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(operator.said('Passkey aggiunta: Portatile')).toBeVisible()
})
