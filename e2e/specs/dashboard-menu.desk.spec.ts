import { expectAccessible } from '../fixtures/accessibility.ts'
import { Operator, openDashboard } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

test('the menu lists the views in groups, and the dashboard’s URL without a view opens the system settings', async ({ page, deployment }) => {
  const operator = new Operator(page, deployment)
  await operator.signsIn()
  const menu = page.getByRole('navigation', { name: 'Sezioni' })
  await expect(menu.getByRole('heading', { level: 2 })).toHaveText(['Lavoro', 'Moduli', 'Persone', 'Sistema'])
  await expect(menu.getByRole('list', { name: 'Lavoro' }).getByRole('listitem')).toHaveText([/^Richieste/, 'Numeri richieste', /^Consegne/, /^Posta/])
  await expect(menu.getByRole('list', { name: 'Sistema' }).getByRole('button', { name: 'Impostazioni di sistema' })).toHaveAttribute('aria-current', 'page')
})

test('on a phone the menu opens with a button, and a bar at the bottom opens the most used views', async ({ page, deployment }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openDashboard(page, deployment, 'settings')
  const menu = page.getByRole('navigation', { name: 'Sezioni' })
  const opener = page.getByRole('button', { name: 'Menu', exact: true })
  await expect(menu).toBeHidden()
  await opener.click()
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  await menu.getByRole('button', { name: 'Consegne' }).click()
  await expect(page.getByRole('table', { name: 'Consegne' })).toBeVisible()
  await expect(menu).toBeHidden()
  await page.getByRole('navigation', { name: 'Accesso rapido' }).getByRole('button', { name: 'Moduli' }).click()
  await expect(page.getByRole('table', { name: 'Impostazioni form' })).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await expectAccessible(page)
})
