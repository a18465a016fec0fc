import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { Keyboard } from '../fixtures/keyboard.ts'
import { makeOperator, manages, Operator } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

const PASSWORD = 'Lanterna-2026!'

async function signsIn(page: Page, url: string, username: string): Promise<void> {
  await page.goto(`${url}/admin/management/sign-in`)
  await page.getByLabel('Nome utente', { exact: true }).fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: username })).toBeVisible()
}

test('an operator using only the keyboard lists their own sessions, ends one of them, and then all others', async ({
  page,
  browser,
  deployment,
  expectConsoleError,
}) => {
  expectConsoleError(/401|404/)
  const username = `anna.${randomUUID().slice(0, 8)}`
  await makeOperator(deployment, { username, password: PASSWORD, role: 'viewer' })
  const context = await browser.newContext({
    locale: 'it-IT',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  })
  const elsewhere = await context.newPage()
  await signsIn(elsewhere, deployment.url, username)
  await signsIn(page, deployment.url, username)
  const [operator, keyboard] = [new Operator(page, deployment), new Keyboard(page)]
  const dialog = operator.dialog('Sessioni')
  const sessions = dialog.getByRole('list', { name: 'Sessioni' }).getByRole('listitem')
  const firefox = sessions.filter({ hasText: 'Firefox, Linux' })

  await keyboard.press(operator.button(username))
  await keyboard.press(operator.button('Sessioni'))
  await expect(sessions).toHaveCount(2)
  await expect(sessions.filter({ hasText: 'Questa' })).toContainText('Chrome')
  await expect(sessions.filter({ hasText: 'Questa' }).getByRole('button')).toHaveCount(0)
  await expect(firefox.getByRole('button', { name: 'Termina' })).toHaveAccessibleDescription(/Firefox, Linux.*Password/)
  await expectAccessible(page)

  await keyboard.press(firefox.getByRole('button', { name: 'Termina' }))
  const asking = operator.dialog('Termina sessione')
  await expect(asking).toContainText('«Firefox, Linux»')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(firefox).toHaveCount(1)
  await keyboard.press(firefox.getByRole('button', { name: 'Termina' }))
  await keyboard.press(asking.getByRole('button', { name: 'Termina' }))
  await expect(operator.said('Sessione terminata: Firefox, Linux')).toBeVisible()
  await expect(sessions).toHaveCount(1)
  await expect(operator.button('Termina tutte le altre')).toHaveCount(0)
  await elsewhere.reload()
  await expect(elsewhere.getByRole('heading', { name: 'pagina non autorizzata' })).toBeVisible()
  await keyboard.press(operator.button('Chiudi'))

  await signsIn(elsewhere, deployment.url, username)
  await keyboard.press(operator.button(username))
  await keyboard.press(operator.button('Sessioni'))
  await expect(sessions).toHaveCount(2)
  await keyboard.press(dialog.getByRole('button', { name: 'Termina tutte le altre' }))
  await keyboard.press(operator.dialog('Termina tutte le altre').getByRole('button', { name: 'Termina tutte le altre' }))
  await expect(sessions).toHaveCount(1)
  await elsewhere.reload()
  await expect(elsewhere.getByRole('heading', { name: 'pagina non autorizzata' })).toBeVisible()
  await context.close()
  await manages(deployment, (await operator.credential()) ?? '', 'GET', '/account')
})
