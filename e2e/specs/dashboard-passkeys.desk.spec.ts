import { randomUUID } from 'node:crypto'
import { startDeployment } from '../fixtures/deployment.ts'
import { makeOperator, Operator } from '../fixtures/operator.ts'
import { expect, test as plain } from '../fixtures/test.ts'

const PASSWORD = 'Lanterna-2026!'

/** Browsers bind passkeys to a name: the deployment's public address is one here. */
const test = plain.extend<object, { deployment: Awaited<ReturnType<typeof startDeployment>> }>({
  deployment: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const deployment = await startDeployment({ DEMO: '1' }, 'localhost')
      await use(deployment)
      await deployment.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

test('an operator adds a passkey, comes in with it and nothing else, and deletes it', async ({ page, deployment, expectComplaint }) => {
  expectComplaint(/401/)
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
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
  await operator.button('Continua').click()
  await expect(operator.said('Passkey aggiunta: Portatile')).toBeVisible()
  await expect(passkey).toContainText('mai')
  await operator.button('Aggiungi una passkey').click()
  await operator.field('Nome').fill('La stessa')
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
  await expect(operator.table('Impostazioni di sistema')).toBeVisible()
  expect(await operator.credential()).toMatch(/^[\w-]{43}$/)

  await opensPasskeys()
  await expect(passkey).not.toContainText('mai')
  await passkey.getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(operator.dialog('Elimina passkey')).toContainText('«Portatile»')
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
