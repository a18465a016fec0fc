import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { deskRequests } from '../fixtures/desk-requests.ts'
import { entersAs, manages, ownerCredential } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

test('a supervisor reads with the keyboard what is open and how quickly it is done, as charts, tables and CSV', async ({ browser, deployment }) => {
  const { code, tickets } = await deskRequests(deployment, ['Prima', 'Seconda', 'Terza'])
  const credential = await ownerCredential(deployment)
  const change = (ticket: string | undefined, body: object) => manages(deployment, credential, 'PUT', `/requests/${ticket}/desk`, body)
  await change(tickets[0], { state: 'closed' })
  await change(tickets[1], { due_on: '2020-01-01' })
  const page = await entersAs(browser, deployment, 'supervisor', { customers: [code] })
  const sections = page.getByRole('navigation', { name: 'Sezioni' }).getByRole('button')
  await expect(sections).toHaveText(['Richieste', 'Numeri richieste'])
  await sections.nth(1).press('Enter')
  const totals = page.locator('.visit-totals')
  await expect(totals).toContainText('Aperte2')
  await expect(totals).toContainText('In ritardo1')
  await expect(totals).toContainText('Arrivate3')
  await expect(totals).toContainText('Chiuse1')
  await expect(page.getByRole('list', { name: 'Aperte per persona' })).toContainText('Nessuno2')
  await page.getByText('Come tabella').first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: 'Arrivate e chiuse al giorno' }).getByRole('row').last()).toContainText('31')
  await expectAccessible(page)
  await page.getByLabel('Periodo').selectOption('90')
  await expect(page).toHaveURL(/f\.days=90/)
  await page.getByRole('button', { name: 'Tutti i form' }).press('Enter')
  await page.getByRole('menuitemcheckbox', { name: code }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(new RegExp(`f\\.forms=${code}`))
  await expect(totals).toContainText('Aperte2')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Scarica CSV' }).press('Enter')])
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv).toContain('open,,2\r\noverdue,,1\r\n')
  expect(csv).toContain(`open_form,${code},2`)
  await page.setViewportSize({ width: 320, height: 800 })
  // The charts take their new width after the page.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await expectAccessible(page)
  await page.context().close()
})
