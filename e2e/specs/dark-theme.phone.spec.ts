import { DESKTOP, expectAccessible } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/test.ts'

const theme = (page: import('@playwright/test').Page) => page.locator('html').getAttribute('data-theme')

test.describe('on a device with dark colours', () => {
  test.use({ colorScheme: 'dark' })

  for (const path of [
    '/comune-aurora',
    '/comune-aurora/open/buche-stradali',
    '/fondo-salute',
    '/gallery/open/obbligatori',
    '/biblioteca-lume',
    '/circolo-faro/login',
    '/iscrizioni-nido',
  ])
    test(`the page ${path} is dark and has no accessibility violations`, async ({ page, visitor }) => {
      await visitor.opens(path)
      expect(await theme(page)).toBe('dark')
      await expectAccessible(page)
      await page.setViewportSize(DESKTOP)
      await expectAccessible(page)
    })

  test('the errors of a form that was sent without answers have no accessibility violations', async ({ page, visitor }) => {
    await visitor.opens('/gallery/open/obbligatori')
    await visitor.button('Invia Richiesta').click()
    await expectAccessible(page)
    await visitor.button('OK').click()
    await expectAccessible(page)
    await page.setViewportSize(DESKTOP)
    await expectAccessible(page)
  })
})

test('a visitor chooses the dark theme, and the browser keeps it on the next pages', async ({ page, visitor }) => {
  await visitor.opens('/comune-aurora')
  expect(await theme(page)).toBe('light')
  const otherTab = await page.context().newPage()
  await otherTab.goto(page.url())
  await visitor.button('Tema scuro').press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(otherTab.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(visitor.button('Tema chiaro')).toBeFocused()
  await visitor.opens('/fondo-salute')
  expect(await theme(page)).toBe('dark')
  await expect(visitor.button('Tema chiaro')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(23, 33, 43)')
})
