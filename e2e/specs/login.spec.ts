import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../fixtures/accessibility.ts'
import { loginWords } from '../fixtures/logins.ts'
import { linkIn } from '../fixtures/mailbox.ts'
import { expect, test } from '../fixtures/test.ts'
import { hydrated, type Visitor } from '../fixtures/visitor.ts'

// Uses German on the phone and Italian on the desktop. This way both languages and both screens are tested without
// running all four combinations.
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
test.use({ locale: async ({}, use, { project }) => use(project.name === 'phone' ? 'de-DE' : 'it-IT') })

const CLUB = '/circolo-faro'
/** Console error that the browser logs when the server rejects a call. */
const REFUSED = /the server responded with a status of 4\d\d/

async function logsIn(visitor: Visitor, username: string, password: string): Promise<void> {
  const words = loginWords(visitor)
  await visitor.field(words.username).fill(username)
  await visitor.field(words.password).fill(password)
  await visitor.button(words.go).click()
}

async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}-${page.viewportSize()?.width}.png`, fullPage: true })
}

test('a member logs in with the keyboard, submits a request and gets a ticket', { tag: '@firefox' }, async ({ page, visitor, expectConsoleError }) => {
  const words = loginWords(visitor)
  expectConsoleError(REFUSED)
  await visitor.opens(CLUB)
  await expect(page).toHaveURL(/\/circolo-faro\/login$/)
  await expect(visitor.heading(words.title)).toBeVisible()
  const go = visitor.button(words.go)
  await expect(go).toBeDisabled()
  expect(await accessibilityViolations(page)).toEqual([])
  await saveScreenshot(page, 'login')

  await visitor.tabsTo(visitor.field(words.username))
  await page.keyboard.type('demo')
  await page.keyboard.press('Tab')
  await expect(visitor.field(words.password)).toBeFocused()
  await expect(go).toBeDisabled()
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: words.wrong })).toBeVisible()
  await expect(visitor.field(words.password)).toBeFocused()
  expect(await accessibilityViolations(page)).toEqual([])
  await saveScreenshot(page, 'login-wrong')

  await page.keyboard.type('demo')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(visitor.field(words.password)).toHaveAttribute('type', 'text')
  await expect(visitor.field(words.password)).toHaveValue('demo')
  await visitor.tabsTo(go)
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/circolo-faro$/)
  await expect(page.getByRole('banner').getByRole('button')).toHaveCount(1)
  await visitor.option(words.letter).click()
  await visitor.field(words.messageField).fill('Buongiorno')
  await visitor.button(words.send).click()
  await visitor.confirmsAnswers()
  await visitor.dialog(words.confirmSend).getByRole('button', { name: words.confirm, exact: true }).click()
  expect(await visitor.ticket()).toMatch(/^CF-/)
  await expect(visitor.main.getByText(/^(?:Dopo l’invio sei uscito dalla tua area|Nach dem Absenden wurden Sie abgemeldet)/)).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0)
})

test('the login page redirects visitors with a session to the form, and the form redirects visitors without a session to the login page', async ({
  page,
  visitor,
}) => {
  const words = loginWords(visitor)
  await visitor.opens(`${CLUB}/login`)
  await logsIn(visitor, ' DEMO ', 'demo')
  await expect(page).toHaveURL(/\/circolo-faro$/)
  await visitor.opens(`${CLUB}/login`)
  await expect(page).toHaveURL(/\/circolo-faro$/)
  await page.context().clearCookies()
  await visitor.opens(CLUB)
  await expect(visitor.heading(words.title)).toBeVisible()
  await visitor.opens('/comune-aurora/login')
  await expect(page).toHaveURL(/\/comune-aurora$/)
})

test('after the login the visitor sees the step that they wanted to open, also if the session expired while the form was open', async ({ page, visitor }) => {
  await visitor.opens(`${CLUB}/open/segreteria`)
  await expect(page).toHaveURL(/\/circolo-faro\/login$/)
  await logsIn(visitor, 'demo', 'demo')
  await expect(page).toHaveURL(/\/circolo-faro\/open\/segreteria$/)
  await expect(visitor.field('Il tuo messaggio')).toBeVisible()
  await hydrated(page)
  await visitor.field('Il tuo messaggio').fill('A metà')
  await page.context().clearCookies()
  await page.reload()
  await logsIn(visitor, 'demo', 'demo')
  await expect(page).toHaveURL(/\/circolo-faro\/open\/segreteria$/)
  await expect(visitor.field('Il tuo messaggio')).toHaveValue('A metà')
  await page.context().clearCookies()
  await visitor.opens(CLUB)
  await logsIn(visitor, 'demo', 'demo')
  await expect(page, 'the step is remembered for one login').toHaveURL(/\/circolo-faro$/)
})

test('the login fields have the attributes that password managers need', async ({ page, visitor }) => {
  const words = loginWords(visitor)
  await visitor.opens(`${CLUB}/login`)
  await expect(visitor.field(words.username)).toHaveAttribute('autocomplete', 'username')
  await expect(visitor.field(words.password)).toHaveAttribute('autocomplete', 'current-password')
  await hydrated(page)
  await visitor.field(words.password).focus()
  await page.evaluate(() => document.activeElement?.dispatchEvent(new KeyboardEvent('keyup', { key: 'A', bubbles: true, modifierCapsLock: true })))
  await expect(visitor.main.getByText(words.capsLock)).toBeVisible()
  await expect(visitor.field(words.password)).toHaveAccessibleDescription(words.capsLock)
})

test('a member who has forgotten the password sets a new one through a mailed link', async ({ page, visitor, deployment, address, expectConsoleError }) => {
  const words = loginWords(visitor)
  expectConsoleError(REFUSED)
  await deployment.importBundle({ accounts: [{ form: 'circolo-faro', username: address, password: 'forgotten', email: address }] })
  await visitor.opens(`${CLUB}/login`)
  await page.getByRole('link', { name: words.forgotten }).click()
  await expect(visitor.heading(words.recoverTitle)).toBeFocused()
  await expect(visitor.button(words.sendLink)).toBeDisabled()
  await visitor.field(words.username).fill(address)
  expect(await accessibilityViolations(page)).toEqual([])
  await saveScreenshot(page, 'recovery-ask')
  await visitor.button(words.sendLink).click()
  await expect(page.getByRole('status').filter({ hasText: words.sentTitle })).toBeVisible()
  await saveScreenshot(page, 'recovery-sent')

  const link = linkIn(await deployment.mailbox.receive(address, words.mailSubject))
  await visitor.opens(link)
  await expect(visitor.heading(words.newTitle)).toBeVisible()
  const needs = visitor.main.getByRole('listitem')
  const expected = async (...met: boolean[]) => expect(needs).toContainText(words.requirements.map((what, at) => words.requirement(what, met[at] ?? false)))
  const change = visitor.button(words.change)
  await expected()
  await visitor.field(words.newPassword).fill('abcdefg')
  await expected(false, true)
  await visitor.field(words.newPassword).fill('Abcdefg1')
  await expected(true, true, true, true)
  await saveScreenshot(page, 'recovery-new')
  await visitor.field(words.newPassword).fill('Abcdefg1!')
  await expected(true, true, true, true, true)
  await expect(change).toBeDisabled()
  expect(await accessibilityViolations(page)).toEqual([])
  await visitor.field(words.confirmPassword).fill('Abcdefg1!')
  await expected(true, true, true, true, true, true)
  await change.click()
  await expect(page.getByRole('status').filter({ hasText: words.changed })).toBeVisible()
  await saveScreenshot(page, 'recovery-changed')
  await expect(page).toHaveURL(/\/circolo-faro\/login$/, { timeout: 5_000 })
  await logsIn(visitor, address, 'Abcdefg1!')
  await expect(visitor.option(words.letter)).toBeVisible()

  // The visitor opens a used link again. The page gives the reason and explains how to get a new link.
  await visitor.opens(link)
  await expect(page.getByRole('alert').filter({ hasText: words.usedLink })).toBeVisible()
  await saveScreenshot(page, 'recovery-used')
  await expect(page.getByRole('link', { name: words.newLink })).toBeVisible()
  await expect(visitor.field(words.newPassword)).toHaveCount(0)
  await visitor.opens(`${CLUB}/login?recovery=made-up`)
  await expect(page.getByRole('alert').filter({ hasText: words.badLink })).toBeVisible()
  await expect(page.getByRole('link', { name: words.newLink })).toBeVisible()
})

test('a member logs in with a token and the answers to the additional fields of the step', async ({ page, visitor, expectConsoleError }) => {
  const words = loginWords(visitor)
  expectConsoleError(REFUSED)
  await visitor.opens('/assemblea-faro')
  await expect(page).toHaveURL(/\/assemblea-faro\/(?:de-)?assemblea\/token-login$/)
  await expect(visitor.heading(words.tokenTitle)).toBeVisible()
  const go = visitor.button(words.go)
  await expect(go).toBeDisabled()
  await visitor.field(words.token).fill(' FARO-2026 ')
  await go.click()
  await expect(visitor.field(words.surname)).toBeFocused()
  await expect(visitor.field(words.surname)).toHaveAccessibleDescription(words.required)
  expect(await accessibilityViolations(page)).toEqual([])
  await saveScreenshot(page, 'token-empty')
  await visitor.field(words.surname).fill('Rossi')
  await visitor.field(words.born).fill(`14${visitor.words.dateSeparator}03${visitor.words.dateSeparator}1985`)
  await go.click()
  await expect(page.getByRole('alert').filter({ hasText: words.tokenWrong })).toBeVisible()
  await saveScreenshot(page, 'token-wrong')
  await visitor.field(words.surname).fill(' marini')
  await go.click()
  await expect(visitor.option(words.attendance).or(visitor.step(words.attendance)).first()).toBeVisible()
})
