import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { openDashboard } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

test('an owner finds, downloads and erases all data about a person', async ({ page, visitor, deployment, address }) => {
  await visitor.opensReport()
  await visitor.fillsRequired()
  const ticket = await visitor.sends(address)
  await deployment.mailbox.receive(address, visitor.words.confirmSubject)

  await openDashboard(page, deployment, 'requests')
  await page.getByRole('button', { name: 'Dati di una persona' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dati di una persona' })
  await expect(dialog.getByRole('button', { name: 'Cerca', exact: true })).toBeDisabled()
  await dialog.getByLabel('E-mail').fill('nessuno@example.org')
  await dialog.getByRole('button', { name: 'Cerca', exact: true }).click()
  await expect(dialog.getByText('Non è conservato nulla.')).toBeVisible()
  await dialog.getByLabel('E-mail').fill(address.toUpperCase())
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Richieste: 1')).toBeVisible()
  await expectAccessible(page)
  const taken = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Scarica tutto (JSON)' }).click()
  expect(await readFile(await (await taken).path(), 'utf8')).toContain(ticket)

  await dialog.getByRole('button', { name: 'Cancella i dati' }).click()
  const erasure = page.getByRole('dialog', { name: 'Cancella i dati' })
  const erase = erasure.getByRole('button', { name: 'Cancella i dati' })
  await expect(erase).toBeDisabled()
  await erasure.getByLabel(/^Per confermare scrivi/).fill(address)
  await erase.click()
  await expect(erasure).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cerca', exact: true }).click()
  await expect(dialog.getByText('Non è conservato nulla.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Chiudi' }).click()
  await page.getByRole('table', { name: 'Richieste' }).getByLabel('Filtra per E-mail').fill(address)
  await expect(page.getByText('Nessun elemento presente')).toBeVisible()
})
