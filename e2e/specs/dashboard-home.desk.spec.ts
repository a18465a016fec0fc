import { expectAccessible } from '../fixtures/accessibility.ts'
import { makeOperator, Operator } from '../fixtures/operator.ts'
import { sentRequest } from '../fixtures/sent-request.ts'
import { expect, test } from '../fixtures/test.ts'

test('after the sign-in an operator sees the problems that need attention, retries a delivery, and opens the requests of the day', async ({
  page,
  deployment,
}) => {
  const { code, ticket } = await sentRequest(deployment)
  const password = 'Faro-bianco-26'
  await makeOperator(deployment, { username: `inizio-${code}`, password, role: 'operator', customers: [code] })
  const operator = new Operator(page, deployment)
  await page.goto(`${deployment.url}/admin/management/sign-in`)
  await page.getByLabel('Nome utente').fill(`inizio-${code}`)
  await page.getByLabel('Password').fill(password)
  await operator.button('Accedi').click()
  await operator.seesHome()

  const item = page.getByRole('list', { name: 'Da guardare' }).getByRole('listitem').filter({ hasText: 'Consegna: gestionale' })
  await expect(async () => {
    await page.reload()
    await expect(item).toContainText(ticket, { timeout: 2_000 })
  }).toPass()
  await expect(page.getByRole('table', { name: 'Richieste per form' }).getByRole('row').last()).toContainText(`${code}101`)
  await expectAccessible(page)
  await item.getByRole('link', { name: ticket }).click()
  await expect(page.getByText('Scritta senza mouse')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Inizio' }).click()
  await operator.seesHome()
  await item.getByRole('button', { name: `Ritenta adesso: Consegna: gestionale ${ticket}` }).click()
  await expect(operator.said(`Nuovo tentativo avviato: Consegna: gestionale ${ticket}`)).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await expectAccessible(page)
})
