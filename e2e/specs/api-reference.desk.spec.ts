import { expect, test } from '../fixtures/test.ts'

test('the page with the API reference lists every endpoint and loads nothing from other hosts', async ({ page, deployment, expectConsoleError }) => {
  // Redoc adds a logo from another website and two style elements without a nonce. The content security policy blocks
  // them, which causes console errors.
  expectConsoleError(/Content Security Policy/)
  const foreign: string[] = []
  page.on('requestfinished', (request) => {
    if (!request.url().startsWith(deployment.url)) foreign.push(request.url())
  })
  await page.goto(`${deployment.url}/forms-service/rs/v2/reference`)
  await expect(page.getByRole('heading', { name: /^Sportello/ })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Visitors' }).click()
  await expect(page.getByRole('heading', { name: 'Send a request' })).toBeAttached()
  const operations = await page.evaluate(() => {
    const { apiDocument } = window as unknown as { apiDocument: { paths: Record<string, object> } }
    return Object.values(apiDocument.paths).flatMap(Object.keys).length
  })
  expect(operations).toBeGreaterThan(100)
  const sections = page.locator('[data-section-id*="operation/"]')
  const shown = () => sections.evaluateAll((found) => new Set(found.map((each) => each.getAttribute('data-section-id')?.replace(/^.*operation/, ''))).size)
  await expect.poll(shown).toBe(operations)
  expect(foreign).toEqual([])
})
