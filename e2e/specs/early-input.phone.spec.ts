import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'

/** Holds back the page's script, as a slow connection does. @returns what lets it come. */
async function slowScript(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

test('what is pressed before the page’s script is there is done when it comes', async ({ page, visitor }) => {
  const come = await slowScript(page)
  await page.goto('/comune-aurora', { waitUntil: 'commit' })
  const [first, second] = visitor.words.steps
  await visitor.option(second).click()
  await expect(visitor.step(second)).toHaveCount(0)
  come()
  await expect(visitor.step(second)).toBeVisible()
  await expect(visitor.step(first)).toContainText(second)
})

test('what is typed, chosen and attached before the page’s script is there counts', async ({ page, visitor, address }) => {
  const come = await slowScript(page)
  await page.goto(`/comune-aurora/open/${visitor.words.prefix}buche-stradali`, { waitUntil: 'commit' })
  await visitor.fillsRequired('Scritto mentre la pagina arrivava.')
  await visitor.field(visitor.words.fields.danger).click()
  await visitor.sendButton.click()
  await expect(page).toHaveURL(/buche-stradali$/)
  come()
  await expect(visitor.dialog(visitor.words.emailTitle)).toBeVisible()
  await visitor.givesAddress(address)
  await visitor.dialog(visitor.words.confirmAddress).getByRole('button', { name: 'OK', exact: true }).click()
  await expect(visitor.main.getByRole('status').filter({ hasText: 'CA-' })).toBeVisible()
  await expect(visitor.main).toContainText('Scritto mentre la pagina arrivava.')
})
