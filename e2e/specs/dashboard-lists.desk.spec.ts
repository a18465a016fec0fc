import { expectAccessible } from '../fixtures/accessibility.ts'
import { deskRequests } from '../fixtures/desk-requests.ts'
import { manages, Operator, openDashboard, ownerCredential } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

test('an agent finds a request by an answer, and by its ticket', async ({ page, deployment }) => {
  const { code, tickets } = await deskRequests(deployment, ['Targa AB 123 CD', 'Targa EF 456 GH'], { desk_search: ['nota'] })
  const [second = '', first = ''] = tickets
  await openDashboard(page, deployment, `requests&f.form=${code}`)
  const operator = new Operator(page, deployment)
  await expect(operator.row('Richieste', second)).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Cerca', exact: true })
  await search.fill('ab 123')
  await expect(operator.row('Richieste', second)).toHaveCount(0)
  await expect(operator.row('Richieste', first)).toBeVisible()
  await search.fill(second.toLowerCase())
  await search.press('Enter')
  await expect(operator.row('Richieste', second)).toBeVisible()
  await expect(operator.row('Richieste', first)).toHaveCount(0)
  await search.fill('zz999')
  await expect(page.getByText('Nessun elemento presente')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Togli i filtri' }).click()
  await expect(search).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Salva l’elenco' })).toHaveCount(0)
})

test('an agent saves a list with the keyboard, opens it later, changes it and deletes it', async ({ page, deployment }) => {
  const { code, tickets } = await deskRequests(deployment, ['Prima', 'Seconda'])
  const [second = '', first = ''] = tickets
  const credential = await ownerCredential(deployment)
  await manages(deployment, credential, 'PUT', `/requests/${first}/desk`, { labels: ['urgente'] })
  await openDashboard(page, deployment, `requests&f.form=${code}&f.label=urgente&f.q=prima`)
  const operator = new Operator(page, deployment)
  const lists = page.getByRole('navigation', { name: 'Elenchi' })
  const name = `Urgenti ${code}`
  await lists.getByRole('button', { name: 'Salva l’elenco' }).press('Enter')
  const dialog = operator.dialog('Salva l’elenco')
  await expect(dialog.getByRole('button', { name: 'Salva', exact: true })).toBeDisabled()
  await dialog.getByLabel('Nome dell’elenco').fill(name)
  await dialog.getByLabel('Anche per chi lavora sugli stessi form').press('Space')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Salva', exact: true }).press('Enter')
  await expect(operator.said('Elenco salvato')).toBeVisible()

  // The search is not saved, so the list with it is not the saved one.
  const link = lists.getByRole('link', { name })
  await expect(link).not.toHaveAttribute('aria-current')
  await link.press('Enter')
  await expect(link).toHaveAttribute('aria-current', 'page')
  await expect(operator.row('Richieste', first)).toBeVisible()
  await expect(operator.row('Richieste', second)).toHaveCount(0)
  await expect(page).toHaveURL(/f\.label=urgente/)

  await lists.getByRole('button', { name: 'Modifica l’elenco' }).press('Enter')
  const edited = operator.dialog('Modifica l’elenco')
  await expect(edited.getByLabel('Anche per chi lavora sugli stessi form')).toBeChecked()
  await edited.getByLabel('Nome dell’elenco').fill(`${name} 2`)
  await edited.getByRole('button', { name: 'Salva', exact: true }).press('Enter')
  await expect(lists.getByRole('link', { name: `${name} 2` })).toHaveAttribute('aria-current', 'page')

  await page.setViewportSize({ width: 320, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await lists.getByRole('button', { name: 'Elimina l’elenco' }).press('Enter')
  await expect(operator.dialog('Elimina l’elenco')).toContainText('nemmeno per gli altri')
  await operator.dialog('Elimina l’elenco').getByRole('button', { name: 'Elimina l’elenco' }).press('Enter')
  await expect(lists.getByRole('link', { name: `${name} 2` })).toHaveCount(0)
  await expect(operator.row('Richieste', first)).toBeVisible()
})
