import { expectAccessible } from '../fixtures/accessibility.ts'
import { FormSettingsPage, freshForm } from '../fixtures/form-settings-page.ts'
import { Operator } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

test('an operator publishes an accessibility statement, and copies its data for the national form', async ({
  page,
  visitor,
  deployment,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(/400 \(Bad Request\)/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { code, bundle } = freshForm(['FREE'])
  await deployment.importBundle(bundle)
  const desk = new FormSettingsPage(page, deployment)
  const operator = new Operator(page, deployment)
  await desk.enter(`&f.code=${code}`)
  await desk.row(code).getByRole('link', { name: code }).click()
  await page.getByRole('tab', { name: 'Dichiarazioni', exact: true }).click()
  await page.getByRole('switch', { name: 'Pubblicata' }).first().press('Space')
  await expectAccessible(page)
  await page.getByLabel('E-mail', { exact: true }).fill('nessun indirizzo')
  await operator.button('Salva').click()
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('E-mail', { exact: true }).fill('barriere@example.org')
  await page.getByLabel('Contenuti non accessibili').fill('La mappa dei cantieri.')
  await operator.button('Salva').click()
  await expect(operator.said(`Salvato: ${code}`)).toBeVisible()
  await operator.button('Copia i dati per il modulo nazionale').click()
  await expect(operator.said('Dati copiati')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`/${code}/accessibilita`)
  expect(copied).toContain('La mappa dei cantieri.')
  await visitor.opens(`/${code}/accessibilita`)
  await expect(page.getByText('La mappa dei cantieri.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'barriere@example.org' })).toBeVisible()
})
