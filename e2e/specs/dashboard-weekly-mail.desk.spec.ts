import type { Page } from '@playwright/test'
import { expectAccessible } from '../fixtures/accessibility.ts'
import type { Deployment } from '../fixtures/deployment.ts'
import { entersAs, makeOperator, manages, ownerCredential } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

const PASSWORD = 'Un-faro-di-notte-26'
const VISITS = '/admin/management?view=forms&form=comune-aurora&tab=visits'
const SWITCH = { name: 'Mandami queste statistiche per e-mail ogni lunedì' } as const

/** Gives an operator an address, as an owner does. */
async function setAddress(deployment: Deployment, username: string, email: string): Promise<void> {
  await manages(deployment, await ownerCredential(deployment), 'PUT', `/operators/${username}`, { username, role: 'viewer', email })
}

/** Moves the focus to the switch with the Tab key and presses the space bar. */
async function pressSwitch(page: Page): Promise<void> {
  const control = page.getByRole('switch', SWITCH)
  await page.getByRole('button', { name: 'Scarica CSV' }).focus()
  for (let tab = 0; tab < 60; tab++) {
    if (await control.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(control).toBeFocused()
  await page.keyboard.press('Space')
  await expect(control).toBeFocused()
}

test('an operator using the keyboard switches the weekly mail on, confirms the address by the mailed link, and switches it off', async ({
  browser,
  deployment,
}) => {
  const username = 'lettrice.statistiche'
  const address = 'lettrice@office.example'
  const page = await entersAs(browser, deployment, 'viewer', { username })
  await page.goto(VISITS)
  const control = page.getByRole('switch', SWITCH)
  await expect(control).toBeDisabled()
  await expect(page.getByText(/il tuo utente non ha un indirizzo/)).toBeVisible()
  await expectAccessible(page)

  await setAddress(deployment, username, address)
  await page.reload()
  await expect(control).not.toBeChecked()
  await pressSwitch(page)
  await expect(control).toBeChecked()
  await expect(page.getByRole('status').filter({ hasText: `apri il link che abbiamo mandato a ${address}` })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(control).toBeChecked()

  const mail = await deployment.mailbox.receive(address, /^Conferma il tuo indirizzo e-mail$/)
  const [, href = ''] = /href="([^"]*confirm=[^"]*)"/.exec(mail.html ?? '') ?? []
  await page.goto(href.replaceAll('&amp;', '&'))
  await expect(page.getByRole('status').getByText('Indirizzo confermato', { exact: true })).toBeVisible()
  await expect(page).not.toHaveURL(/confirm=/)
  await expect(control).toBeChecked()
  await expect(page.getByText(/apri il link che abbiamo mandato/)).toHaveCount(0)
  await expect(page.getByText(`Arrivano a ${address}`)).toBeVisible()
  await expectAccessible(page)

  await pressSwitch(page)
  await expect(control).not.toBeChecked()
  await page.reload()
  await expect(control).toBeVisible()
  await expect(control).not.toBeChecked()
  await page.context().close()
})

test('the mailed link confirms the address of an operator who signs in only then, and not that of another one', async ({
  browser,
  deployment,
  expectConsoleError,
}) => {
  const [username, other] = ['lettore.tardi', 'lettore.altro']
  for (const name of [username, other]) {
    await makeOperator(deployment, { username: name, password: PASSWORD, role: 'viewer' })
    await setAddress(deployment, name, `${name}@office.example`)
  }
  const signsIn = async (page: Page, name: string) => {
    await page.getByLabel('Nome utente', { exact: true }).fill(name)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  }
  const opened = async (address: string) => {
    const page = await (await browser.newContext({ locale: 'it-IT', baseURL: deployment.url })).newPage()
    await page.goto(address)
    await page.getByRole('link').click()
    return page
  }
  const page = await opened(VISITS)
  await signsIn(page, username)
  await page.getByRole('switch', SWITCH).click()
  await expect(page.getByRole('button', { name: 'Manda di nuovo il link' })).toBeVisible()
  const mail = await deployment.mailbox.receive(`${username}@office.example`, /^Conferma il tuo indirizzo/)
  const link = /http\S+confirm=[\w-]+/.exec((mail.text ?? '').replaceAll(/\s*\n\s*/g, ''))?.[0] ?? ''
  await page.context().close()

  expectConsoleError(/400 \(Bad Request\)/)
  const theirs = await opened(link)
  await signsIn(theirs, other)
  await expect(theirs.getByRole('alert').filter({ hasText: 'Questo link non conferma' })).toBeVisible()
  await expectAccessible(theirs)
  await theirs.context().close()

  const own = await opened(link)
  await signsIn(own, username)
  await expect(own.getByRole('status').getByText('Indirizzo confermato', { exact: true })).toBeVisible()
  await own.context().close()
})
