import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { freePort } from '../../apps/server/test/free-port.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
let port: number
let stop = () => {}

// The tests run in a single worker, so that the documentation site is built only once.
test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  test.setTimeout(120_000)
  // The build of the documentation site fails if a page links to a missing page or file.
  await promisify(execFile)(process.execPath, ['scripts/docs.mjs'], { cwd: ROOT })
  port = await freePort()
  const server = spawn(process.execPath, ['node_modules/vitepress/bin/vitepress.js', 'serve', 'docs', '--port', `${port}`], { cwd: ROOT })
  stop = () => server.kill()
  await once(server.stdout, 'data')
})
test.afterAll(() => stop())

test('the documentation site has an entry page for each of its four kinds of readers, and its search finds the page about webhooks', async ({ page }) => {
  await page.goto(`http://localhost:${port}/`)
  const picture = page.getByRole('img', { name: /form of a municipality/ })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  for (const door of ['Operators', 'Authors', 'Integrators', 'Developers']) {
    await page.getByRole('navigation', { name: 'Main Navigation' }).getByRole('link', { name: door }).click()
    await expect(page.getByRole('heading', { level: 1, name: `For ${door.toLowerCase()}` })).toBeVisible()
  }
  // A press on the search button is lost until Vue has mounted the page, which then notes the app at its root element.
  await page.waitForFunction(() => '__vue_app__' in (document.getElementById('app') ?? {}))
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('searchbox').fill('webhook')
  await expect(page.locator('#localsearch-list a').first()).toHaveAttribute('href', /^\/webhooks/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/webhooks/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/tickets/i)
})

test('the documentation site lists every decision record', async ({ page }) => {
  await page.goto(`http://localhost:${port}/decisions/`)
  await page.getByRole('link', { name: 'The stack' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /The stack/ })).toBeVisible()
})
