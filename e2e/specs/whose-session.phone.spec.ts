import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../fixtures/accessibility.ts'
import { enterBySso, prefilledForm } from '../fixtures/entry-routes.ts'
import { loginWords } from '../fixtures/logins.ts'
import { expect, test } from '../fixtures/test.ts'

const fresh = (name: string) => `${name}-${randomUUID().slice(0, 8)}`
const notice = (page: Page) => page.locator('.session-notice')

async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}-${page.viewportSize()?.width}.png` })
}

test('a visitor in another person’s session sees that person’s name before the first field and can log out', async ({ page, visitor, deployment }) => {
  const form = fresh('altrui')
  await deployment.importBundle(prefilledForm(form, ['FREE', 'SSO'], [{ client: form }]))
  await enterBySso(page, deployment.url, form, { client: form, email: 'mallory@example.org', nome: 'Mallory', cognome: 'Bianchi' })
  await expect(notice(page)).toContainText('Stai compilando come Mallory Bianchi (mallory@example.org).')
  await expect(notice(page)).toBeInViewport()
  await saveScreenshot(page, 'whose-session')
  expect(await accessibilityViolations(page)).toEqual([])

  // The notice that names the signed-in person is already part of the server's HTML, before all controls.
  const html = await (await page.request.get(page.url())).text()
  expect(html).toContain('Mallory Bianchi (mallory@example.org)')
  await visitor.option('Rimborso').click()
  await expect(visitor.field('Motivo')).toBeVisible()
  const isBefore = await notice(page).evaluate((element) =>
    [...document.querySelectorAll('main input, main textarea, main select')].every(
      (field) => (element.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    ),
  )
  expect(isBefore).toBe(true)

  await visitor.button('Non è il tuo? Esci').click()
  await expect(notice(page)).toHaveCount(0)
  await expect(visitor.option('Rimborso')).toBeVisible()
  expect(await page.context().cookies()).toEqual([])
})

test('if the name of the signed-in person is unknown, the notice says that the session names no person', async ({ page, deployment }) => {
  const form = fresh('nessuno')
  await deployment.importBundle(prefilledForm(form, ['SSO'], [{ client: form }]))
  await enterBySso(page, deployment.url, form, { client: form, email: undefined, nome: undefined, cognome: undefined })
  await expect(notice(page)).toContainText('Stai compilando con un accesso personale che non dice di chi è.')
  expect(await accessibilityViolations(page)).toEqual([])
})

test('a link from another person’s login does not open that session in a different browser', async ({ page, visitor, browser, deployment }) => {
  const words = loginWords(visitor)
  await visitor.opens('/circolo-faro')
  await visitor.field(words.username).fill('demo')
  await visitor.field(words.password).fill('demo')
  const [led] = await Promise.all([page.waitForRequest(/\/circolo-faro\/sso\?code=/), visitor.button(words.go).click()])
  await expect(notice(page)).toBeVisible()
  const other = await browser.newContext({ baseURL: deployment.url })
  const theirs = await other.newPage()
  await theirs.goto(led.url())
  await expect(theirs).toHaveURL(/\/circolo-faro\/login$/)
  expect((await other.cookies()).filter(({ name }) => name.startsWith('otp_'))).toEqual([])
  await other.close()
})
