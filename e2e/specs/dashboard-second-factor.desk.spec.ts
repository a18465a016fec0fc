import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { addAuthenticator } from '../fixtures/authenticator.ts'
import { Keyboard } from '../fixtures/keyboard.ts'
import { test } from '../fixtures/named-deployment.ts'
import { makeOperator, manages, Operator, ownerCredential } from '../fixtures/operator.ts'
import { expect } from '../fixtures/test.ts'

const PASSWORD = 'Lanterna-2026!'
const WHY = 'Serve un secondo fattore'

async function signsIn(page: Page, username: string): Promise<void> {
  await page.goto('/admin/management/sign-in')
  await page.getByLabel('Nome utente', { exact: true }).fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}

test('when a second factor becomes mandatory, an operator with only a password must set one up to continue', async ({
  page,
  deployment,
  expectConsoleError,
}) => {
  test.slow()
  expectConsoleError(/40[013]/)
  const { devices, authenticatorId } = await addAuthenticator(page)
  const [anna, bruno] = ['anna', 'bruno'].map((name) => `${name}.${randomUUID().slice(0, 8)}`) as [string, string]
  for (const username of [anna, bruno]) await makeOperator(deployment, { username, password: PASSWORD, role: 'operator' })
  const [operator, keyboard] = [new Operator(page, deployment), new Keyboard(page)]
  const why = page.getByRole('heading', { name: WHY })
  await signsIn(page, anna)
  await operator.seesHome()

  const owner = await ownerCredential(deployment)
  await manages(deployment, owner, 'POST', '/settings/systems', { code: 'second_factor_operators', value: 'true' })
  const requests = page.getByRole('navigation', { name: 'Sezioni' }).getByRole('button', { name: 'Richieste', exact: true })
  // The button may already be gone before the click: the open page makes calls in the background, and one of them may
  // have found that a second factor is now required. The click then goes to the heading of the page that says so.
  await requests.or(why).click()
  await expect(why).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(page).toHaveTitle(WHY)
  await expectAccessible(page)

  await keyboard.press(operator.button('Autenticatore'))
  const dialog = operator.dialog('Autenticatore')
  await keyboard.write(operator.field('Password attuale'), PASSWORD)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  const secret = (await dialog.getByText('Oppure scrivi').textContent())?.split(':')[1]?.replaceAll(' ', '') ?? ''
  await keyboard.write(operator.field('Codice dell’autenticatore'), new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  // The first click on this button may have come too late.
  await requests.click()
  await expect(operator.table('Richieste')).toBeVisible()
  await expect(why).toHaveCount(0)

  await signsIn(page, bruno)
  await expect(why).toBeVisible()
  await keyboard.press(operator.button('Passkey'))
  await keyboard.press(operator.button('Aggiungi una passkey'))
  await keyboard.write(operator.field('Nome'), 'Portatile')
  await keyboard.write(operator.field('Password attuale'), PASSWORD)
  await page.keyboard.press('Enter')
  await expect(operator.said('Passkey aggiunta: Portatile')).toBeVisible()
  await keyboard.press(operator.dialog('Passkey').getByRole('button', { name: 'Chiudi' }))
  await operator.seesHome()

  await operator.button(bruno).click()
  await operator.button('Esci').click()
  await expect(page).toHaveURL(/\/sign-in$/)
  await signsIn(page, bruno)
  await expect(page.getByText('Hai già un secondo fattore')).toBeVisible()
  await expect(operator.button('Passkey')).toHaveCount(0)
  await expectAccessible(page)
  await keyboard.press(operator.button('Esci'))
  await expect(page).toHaveURL(/\/sign-in$/)
  await keyboard.press(operator.button('Accedi con una passkey'))
  await operator.seesHome()
  await devices.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  await manages(deployment, owner, 'DELETE', '/settings/systems/second_factor_operators')
})
