import { accessibilityViolations } from '../fixtures/accessibility.ts'
import { manages, Operator, ownerCredential } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

const VIEW = 'Impostazioni di sistema'
const LOG = 'Log mappature'

test('a table with ten thousand settings can be scrolled, filtered and edited', async ({ page, deployment }) => {
  test.slow()
  const settings = Array.from({ length: 10_000 }, (_, index) => ({ code: `mucchio_${String(index).padStart(5, '0')}`, value: `valore ${index}` }))
  await deployment.importBundle({ settings })
  const operator = new Operator(page, deployment)
  await operator.signsIn()
  await expect(operator.row(VIEW, 'mucchio_00001')).toBeVisible()
  expect(await operator.table(VIEW).getByRole('row').count()).toBeLessThan(120)
  await operator.table(VIEW).evaluate((table) => table.parentElement?.scrollTo(0, 1e9))
  await expect(operator.row(VIEW, 'mucchio_09999')).toBeVisible()
  await operator.filter('Codice').fill('09998')
  await expect(operator.table(VIEW).getByRole('row')).toHaveCount(3)
  await operator.row(VIEW, 'mucchio_09998').getByRole('button', { name: 'Modifica', exact: true }).click()
  await operator.field('Valore').fill('altro')
  await operator.button('Salva').click()
  await expect(operator.row(VIEW, 'mucchio_09998')).toContainText('altro')

  // The audit log has one entry for the whole import. It shows the 10,000 differences of that entry in parts.
  await page.goto(`${deployment.url}/admin/management?view=audit&f.action=bundle.import`)
  const line = page.getByRole('row').filter({ hasText: 'mucchio_00000' }).first()
  await expect(line.getByRole('listitem')).toHaveCount(10)
  const more = line.getByRole('button', { name: /^Mostra le altre differenze \(29.?990\)$/ })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(line.getByRole('listitem')).toHaveCount(210)
  await expect(line.getByRole('button', { name: /29.?790/ })).toBeFocused()
})

test('an operator can read the mapping log page by page or completely, and can filter it', async ({ page, deployment }) => {
  const owner = await ownerCredential(deployment)
  const at = '/settings/forms/comune-aurora/mapping'
  for (let index = 0; index < 60; index++) {
    const { id } = (await manages(deployment, owner, 'POST', at, { client: `pagine-${index}`, sub_client: 'nord' })) as { id: string }
    await manages(deployment, owner, 'DELETE', `${at}/${id}`)
  }
  const operator = new Operator(page, deployment)
  await operator.signsIn()
  await operator.opensView(LOG)
  const rows = operator.table(LOG).locator('tbody').getByRole('row')
  // The filter excludes entries of the mapping log that come from other tests.
  const filtered = page.waitForResponse((response) => response.url().includes('pagine-'))
  await operator.filter('Client').fill('pagine-')
  await filtered
  await expect(rows.last()).toContainText('pagine-10')
  await expect(rows).toHaveCount(50)
  await expect(rows.first()).toContainText('pagine-59')
  await expect(rows.first()).toContainText('Cancellato')
  // The day of the entries, which may be yesterday at the end of the test.
  const moment = rows.first().getByText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)
  const [day = ''] = (await moment.innerText()).split(' ')
  await operator.button('Carica altri').click()
  await expect(rows).toHaveCount(60)
  await expect(operator.button('Carica altri')).toHaveCount(0)
  await expect(operator.button('Carica tutti')).toHaveCount(0)

  await page.reload()
  await operator.button('Carica tutti').click()
  await expect(rows).toHaveCount(60)
  await expect(operator.button('Carica altri')).toHaveCount(0)
  await expect(operator.button('Carica tutti')).toHaveCount(0)

  await operator.filter('Client').fill('PAGINE-7')
  await expect(rows).toHaveCount(1)
  await operator.filter('Azione').selectOption({ label: 'Modificato' })
  await expect(page.getByText('Nessun elemento presente', { exact: true })).toBeVisible()
  await operator.filter('Azione').selectOption({ label: 'Cancellato' })
  await operator.filter('Client').fill('')
  await operator.filter('Data e ora').fill(day)
  await expect(rows).toHaveCount(50)
})

test('an operator sorts a list by clicking its headers, and the URL keeps the sort order', async ({ page, deployment, expectConsoleError }) => {
  expectConsoleError(/status of 400/)
  await deployment.importBundle({ settings: ['ordine_9', 'ordine_10', 'ordine_2'].map((code, at) => ({ code, value: `${at}` })) })
  const operator = new Operator(page, deployment)
  await operator.signsIn()
  const header = (name: string, view = VIEW) => operator.table(view).getByRole('columnheader', { name })
  const first = (view: string) => operator.table(view).getByRole('rowheader').first()
  await operator.filter('Codice').fill('ordine_')
  await expect(header('Codice')).toHaveAttribute('aria-sort', 'ascending')
  await expect(operator.table(VIEW).getByRole('rowheader')).toHaveText(['ordine_2', 'ordine_9', 'ordine_10'])
  await header('Codice').getByRole('button').click()
  await expect(header('Codice')).toHaveAttribute('aria-sort', 'descending')
  await expect(operator.table(VIEW).getByRole('rowheader')).toHaveText(['ordine_10', 'ordine_9', 'ordine_2'])
  await header('Valore').getByRole('button').press('Enter')
  await expect(first(VIEW)).toHaveText('ordine_9')
  await page.reload()
  await expect(header('Valore')).toHaveAttribute('aria-sort', 'ascending')
  await expect(first(VIEW)).toHaveText('ordine_9')

  await operator.opensView('Impostazioni form')
  const ascending = await first('Impostazioni form').textContent()
  await header('Codice', 'Impostazioni form').getByRole('button').click()
  await expect(first('Impostazioni form')).not.toHaveText(ascending ?? '')
  // If the URL contains an unknown sort column, the table uses its default order.
  await page.goto(`${new URL(page.url()).origin}/admin/management?view=forms&sort=-params'`)
  await expect(first('Impostazioni form')).toHaveText(ascending ?? '')

  const lines = operator.table('Registro modifiche').getByRole('row')
  await manages(deployment, await ownerCredential(deployment), 'POST', '/settings/systems', { code: 'ordine_11', value: 'x' })
  await operator.opensView('Registro modifiche')
  await operator.filter('Oggetto').fill('ordine_11')
  await expect(lines).toHaveCount(3)
  await operator.typesDay('Dal', 0)
  await operator.typesDay('Al', 0)
  await expect(page).toHaveURL(/f\.to=\d{4}-/)
  await expect(lines).toHaveCount(3)
  await operator.typesDay('Dal', 1)
  await expect(page.getByText('Nessun elemento presente')).toBeVisible()
})

test('a list that cannot be loaded shows an error, and a retry loads it', async ({ page, deployment, expectConsoleError }) => {
  expectConsoleError(/Failed to load|ERR_/)
  const operator = new Operator(page, deployment)
  await operator.signsIn()
  await page.route('**/mappings/logs/*', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }))
  await operator.opensView(LOG)
  await expect(page.getByRole('alert').getByText('La risposta del servizio non è leggibile.')).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/mappings/logs/*')
  await operator.button('Riprova').click()
  await expect(page.getByRole('alert').filter({ hasText: 'leggibile' })).toHaveCount(0)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the dashboard has no accessibility violations in the ${colorScheme} colour scheme`, async ({ page, deployment }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    const seen: Record<string, string[]> = {}
    const look = async (state: string) => {
      seen[state] = await accessibilityViolations(page)
    }
    const operator = new Operator(page, deployment)
    await page.goto('/admin/management')
    await expect(page.getByRole('heading', { name: 'pagina non autorizzata' })).toBeVisible()
    await look('unauthorised')
    await page.getByRole('link').click()
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    await look('sign-in')
    await operator.signsIn()
    await look(VIEW)
    await operator.button('operator').click()
    await look('account menu')
    // While the popover is open, the page behind it is inert, so the test closes it.
    await page.keyboard.press('Escape')
    await operator.button('Aggiungi').click()
    await operator.field('Codice').fill('time_zone')
    await operator.field('Valore').fill('Marte')
    await look('a wrong value')
    await page.keyboard.press('Escape')
    await expect(operator.dialog('Modifiche non salvate')).toBeVisible()
    await look('leaving')
    await operator.button('Esci senza salvare').click()
    for (const view of [LOG, 'Registro modifiche', 'Operatori']) {
      await operator.opensView(view)
      await expect(operator.table(view)).toHaveAttribute('aria-busy', 'false')
      await look(view)
    }
    await operator.button('Aggiungi').click()
    await page.getByLabel('Tutti i form').uncheck()
    await look('an operator')
    expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((state) => [state, []])))
  })
}

test('on a phone the filters of a table wait behind a button, which says how many are set', async ({ page, deployment }) => {
  const operator = new Operator(page, deployment)
  await operator.signsIn()
  await operator.opensView('Posta')
  await expect(operator.button('Filtri e ordine')).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  const recipient = operator.filter('Destinatario')
  await expect(recipient).toBeHidden()
  // A screen reader still reads the name of a cell's column.
  await expect(page.getByRole('columnheader', { name: 'Destinatario' })).toHaveCount(1)
  await operator.button('Filtri e ordine').focus()
  await page.keyboard.press('Enter')
  await recipient.fill('nessuno@')
  await expect(operator.button('Filtri e ordine (1)')).toHaveAttribute('aria-expanded', 'true')
  expect(await accessibilityViolations(page)).toEqual([])
  await operator.button('Filtri e ordine (1)').press('Enter')
  await expect(recipient).toBeHidden()
  await operator.button('Togli i filtri').click()
  await expect(operator.button('Filtri e ordine')).toHaveAttribute('aria-expanded', 'false')
})
