import { CLIENT, type RunningProvider, startProvider } from '../../apps/server/test/oidc-provider.ts'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { startDeployment } from '../fixtures/deployment.ts'
import { makeOperator, Operator } from '../fixtures/operator.ts'
import { expect, test as plain } from '../fixtures/test.ts'

const CALLBACK = '/forms-service/rs/v2/managements/oidc/callback'

/**
 * Test function with a deployment in which operators sign in through a real OpenID Connect provider, which runs in a
 * separate server process.
 */
const test = plain.extend<object, { provider: RunningProvider; deployment: Awaited<ReturnType<typeof startDeployment>> }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => use(await startProvider(() => [`${address}${CALLBACK}`])),
    { scope: 'worker' },
  ],
  deployment: [
    async ({ provider }, use) => {
      const deployment = await startDeployment({
        DEMO: '1',
        STAFF_OIDC_ISSUER: provider.issuer,
        STAFF_OIDC_CLIENT_ID: CLIENT.client_id,
        STAFF_OIDC_CLIENT_SECRET: CLIENT.client_secret,
        STAFF_OIDC_NAME: 'Accesso unico',
      })
      address = deployment.url
      await use(deployment)
      await deployment.stop()
      await provider.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})
let address = ''

test('an operator signs in through the organisation’s OpenID provider, and a person who is not an operator sees an error', async ({ page, deployment }) => {
  await makeOperator(deployment, { username: 'anna@example.org', password: 'Lanterna-2026!', role: 'viewer' })
  // Answers the provider's request for a font from another website, because the tests run without internet access.
  await page.route('https://fonts.googleapis.com/**', (route) => route.fulfill({ contentType: 'text/css', body: '' }))
  const operator = new Operator(page, deployment)
  const logsIn = async (name: string) => {
    await page.goto('/admin/management/sign-in')
    await page.getByRole('link', { name: 'Accedi con Accesso unico' }).click()
    await page.getByPlaceholder('Enter any login').fill(name)
    await page.getByPlaceholder('and password').fill('x')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  await logsIn('carla')
  await expect(page.getByRole('alert').filter({ hasText: 'Con Accesso unico non è stato possibile accedere' })).toBeFocused()
  await expectAccessible(page)
  expect(await operator.credential()).toBeUndefined()

  await page.context().clearCookies()
  await logsIn('anna')
  await expect(operator.table('Impostazioni di sistema')).toBeVisible()
  await expect(operator.button('anna@example.org')).toBeVisible()
  // The operator has the same role as after a sign-in with the password: viewer.
  await expect(operator.button('Aggiungi')).toHaveCount(0)
  expect(page.url()).not.toMatch(/auth=|code=|state=/)
})
