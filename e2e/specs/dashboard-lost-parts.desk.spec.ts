import { FormSettingsPage, freshForm } from '../fixtures/form-settings-page.ts'
import { Operator } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

test('a view or tab whose code cannot be loaded shows an error, and a retry loads it', async ({ page, deployment, expectConsoleError }) => {
  expectConsoleError(/Failed to load resource|Failed to fetch dynamically imported module|error occurred in|ERR_FAILED/)
  const operator = new Operator(page, deployment)
  const desk = new FormSettingsPage(page, deployment)
  const { code, bundle } = freshForm()
  await deployment.importBundle(bundle)
  await desk.enter()
  await desk.does('Modifica', code)
  const dialog = desk.dialog(/^Modifica/)
  const description = `Riscritta per ${code}`
  await desk.field(dialog, 'Descrizione').fill(description)

  await page.route(/\/admin\/assets\/destinations-tab-/, (route) => route.abort())
  await desk.opensTab(dialog, 'Destinazioni')
  await expect(dialog.getByRole('alert').filter({ hasText: 'non si è caricata' })).toBeVisible()
  await expect(desk.field(dialog, 'Descrizione')).toHaveValue(description)
  await page.unroute(/\/admin\/assets\/destinations-tab-/)
  await dialog.getByRole('button', { name: 'Riprova', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Aggiungi destinazione' })).toBeVisible()
  await desk.saves(dialog)
  await expect(desk.row(code)).toContainText(description)

  // Simulates a new release, which changes the names of the built files: the old files no longer exist, and the page
  // refers to the new files.
  await page.route(/\/admin\/assets\/audit-view-/, (route) => route.fulfill({ status: 404 }))
  await page.route(/\/admin\/management$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll(/assets\/admin-[\w-]+\.js/g, 'assets/admin-next.js') })
  })
  await page.getByRole('navigation', { name: 'Sezioni' }).getByRole('button', { name: 'Registro modifiche' }).click()
  await expect(page.getByRole('alert')).toContainText('È uscita una nuova versione')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Ricarica la pagina' }).click()
  await expect(operator.table('Registro modifiche')).toBeVisible()
})
