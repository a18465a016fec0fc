import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Visits } from '@sportello/contract'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { deskRequests } from '../fixtures/desk-requests.ts'
import { callManagement } from '../fixtures/management-call.ts'
import { Operator } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

// Visits are counted by the day of the form's time zone, in which an office's operators live. Near midnight UTC it is another day.
test.use({ timezoneId: 'Europe/Rome' })

/** Tests run in a browser that says it is controlled by a program. Its visits would count as those of a robot. */
const PERSON = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

/** Waits until the code that counts the visit runs. It is part of a chunk that the page loads after its hydration. */
async function counts(page: Page): Promise<void> {
  const chunk = await page.waitForFunction(() => performance.getEntriesByType('resource').find(({ name }) => /\/next-page[^/]*\.js$/.test(name))?.name)
  await page.evaluate((name) => import(String(name)), await chunk.jsonValue())
}

/**
 * Opens the form, chooses an option and leaves.
 * @returns the browser context, which must stay open until the server has received the report
 */
async function visits(browser: Browser, url: string, wantsPrivacy = false): Promise<BrowserContext> {
  const context = await browser.newContext({ userAgent: PERSON, viewport: { width: 390, height: 844 }, locale: 'it-IT' })
  const page = await context.newPage()
  if (wantsPrivacy) await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true }))
  await page.goto(`${url}/comune-aurora`)
  await counts(page)
  await page.getByRole('option', { name: /^Segnalare un problema/ }).click()
  await expect(page.getByRole('heading', { name: 'Segnalare un problema' })).toBeFocused()
  // The report of a page that leaves for another address would name the real browser.
  await page.close({ runBeforeUnload: true })
  return context
}

test('an operator using the keyboard reads how far visitors came, and a browser that asks for privacy is not counted', async ({
  page,
  browser,
  deployment,
}) => {
  const left = [await visits(browser, deployment.url, true)]
  for (let visit = 0; visit < 5; visit++) left.push(await visits(browser, deployment.url))
  const today = new Date().toISOString().slice(0, 10)
  const credential = await deployment.ownerCredential()
  const figures = async () =>
    (await callManagement(deployment.url, credential, 'GET', `/visits?form=comune-aurora&from=${today.slice(0, 4)}-01-01&to=2099-12-31`)) as Visits
  await expect.poll(async () => (await figures()).totals).toMatchObject({ visits: 5, starts: 5, sent: 0 })
  for (const context of left) await context.close()
  const { steps, devices } = await figures()
  expect(devices).toEqual([{ name: 'phone', count: 5 }])
  expect(steps.map(({ title, reached, chosen, left }) => [title, reached, chosen, left]).at(-1)).toEqual(['Segnalare un problema', 5, 5, 5])

  const operator = new Operator(page, deployment)
  await operator.signsIn()
  await page.goto(`${deployment.url}/admin/management?view=forms&form=comune-aurora`)
  await page.getByRole('tab', { name: 'Panoramica' }).focus()
  for (let tab = 0; tab < 12; tab++) {
    if (await page.getByRole('tab', { name: 'Statistiche' }).evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('definition').first()).toHaveText('5')
  const step = page.getByRole('button', { name: 'Segnalare un problema', exact: true })
  await step.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Il cammino fino a «Segnalare un problema»' })).toContainText('100 / 100')
  await page.getByText('Come tabella: Andamento').focus()
  await page.keyboard.press('Enter')
  await expect(operator.table('Andamento')).toContainText('5')
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await operator.button('Scarica CSV').focus()
  await page.keyboard.press('Enter')
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv).toContain('visits,,,5')
  await page.getByLabel('Periodo', { exact: true }).selectOption('7')
  await expect(page).toHaveURL(/f\.days=7/)
  await expect(page.getByRole('definition').first()).toHaveText('5')
  await page.goto(`${deployment.url}/admin/management?view=forms&form=comune-aurora&tab=visits&f.language=de`)
  await expect(page.getByText('Nessuna visita contata in questo periodo.')).toBeVisible()
  await expectAccessible(page)
})

test('a submission carries what was counted in its visit, and the browser sends no further report', async ({ browser, deployment }) => {
  const { code } = await deskRequests(deployment, [])
  const reports: string[] = []
  for (let visit = 0; visit < 5; visit++) {
    const context = await browser.newContext({ userAgent: PERSON, viewport: { width: 390, height: 844 }, locale: 'it-IT' })
    const page = await context.newPage()
    page.on('request', (request) => request.url().includes('/analytics/') && reports.push(request.url()))
    await page.goto(`${deployment.url}/${code}`)
    await counts(page)
    await page.getByRole('option', { name: /^Una voce/ }).click()
    await page.getByLabel('Nota').fill('Lampione spento')
    await page.getByRole('button', { name: 'Invia Richiesta' }).click()
    await expect(page.getByRole('heading', { name: /inviata|ricevuta/i }).first()).toBeVisible()
    await page.close({ runBeforeUnload: true })
    await context.close()
  }
  const credential = await deployment.ownerCredential()
  const figures = async () => (await callManagement(deployment.url, credential, 'GET', `/visits?form=${code}&from=2026-01-01&to=2099-12-31`)) as Visits
  await expect.poll(async () => (await figures()).totals).toMatchObject({ visits: 5, starts: 5, sent: 5, requests: 5 })
  expect((await figures()).steps.map(({ title, reached, left, sent }) => [title, reached, left, sent])).toEqual([
    ['Banco', 5, 0, 0],
    ['Una voce', 5, 0, 5],
  ])
  expect(reports).toEqual([])
})
