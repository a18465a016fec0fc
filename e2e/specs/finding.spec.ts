import { accessibilityViolations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/test.ts'
import { hydrated } from '../fixtures/visitor.ts'

test('a visitor opens a step by selecting an excerpt in the search results', { tag: '@firefox' }, async ({ page, visitor }) => {
  await visitor.opens('/comune-aurora')
  await visitor.button('Cerca nel modulo').click()
  const dialog = visitor.dialog('Cerca nel modulo')
  const field = dialog.getByRole('searchbox', { name: 'Cerca (almeno 3 caratteri)' })
  await expect(field).toBeFocused()
  const status = dialog.getByRole('status')
  await expect(status).toHaveText('I risultati di ricerca saranno visibili in questa sezione')
  await field.fill('bu')
  await expect(status).toHaveText('I risultati di ricerca saranno visibili in questa sezione')
  await field.fill('zzzz')
  await expect(status).toHaveText('Nessun risultato')
  await expect(dialog.getByRole('link', { name: 'Guarda tutte le voci' })).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Chiama 0000 112 200' })).toHaveAttribute('href', 'tel:+390000112200')
  await field.fill('BUCHE')
  const results = dialog.getByRole('list', { name: 'Elenco risultati' }).getByRole('listitem')
  await expect(results.first()).toContainText('Buche')
  await expect(results.first().getByText('Buche', { exact: true }).first()).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  const proceed = dialog.getByRole('button', { name: 'Procedi', exact: true })
  await expect(proceed).toBeDisabled()
  await results.first().getByRole('radio').first().check()
  await proceed.click()
  await expect(page).toHaveURL(/\/comune-aurora\/open\//)
  await expect(dialog).toBeHidden()
})

test('a visitor who mistypes a word gets the steps with a similar spelling, and opens one by a single press', async ({ page, visitor }) => {
  await visitor.opens('/comune-aurora')
  await visitor.button('Cerca nel modulo').click()
  const dialog = visitor.dialog('Cerca nel modulo')
  await dialog.getByRole('searchbox').fill('lampoini')
  await expect(dialog.getByRole('status')).toHaveText('Nessun risultato per «lampoini». Forse cercavi:')
  await expect(dialog.locator('mark').first()).toHaveText(/^lampion/i)
  const open = dialog.getByRole('link', { name: /^Apri: / }).first()
  await expect(open).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await open.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/comune-aurora\/open\//)
})

test('Enter on the search button opens the search dialog, Escape closes it, and the focus returns to the button', async ({ page, visitor }) => {
  await visitor.opens('/comune-aurora')
  const bar = visitor.button('Cerca nel modulo')
  await bar.focus()
  await page.keyboard.press('Enter')
  await expect(visitor.dialog('Cerca nel modulo').getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(bar).toBeFocused()
})

test('the site map shows the steps, filters them and links to them', { tag: '@firefox' }, async ({ page, visitor }) => {
  await visitor.opens('/comune-aurora/siteMap')
  const tree = page.getByRole('tree', { name: 'Mappa del modulo' })
  const rows = tree.getByRole('treeitem')
  await expect(rows.first()).toBeVisible()
  const before = await rows.count()
  expect(await accessibilityViolations(page)).toEqual([])
  await rows.first().focus()
  const branch = tree.getByRole('treeitem', { expanded: false }).first()
  await branch.focus()
  await page.keyboard.press('ArrowRight')
  expect(await rows.count()).toBeGreaterThan(before)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(rows).toHaveCount(before)
  const filter = page.getByRole('searchbox', { name: 'Filtra le sezioni' })
  await filter.fill('zzzz')
  await expect(page.getByText('Nessuna sezione trovata. Prova a cambiare il filtro.')).toBeVisible()
  await filter.fill('asfalto ROTTO')
  const leaf = tree.getByRole('treeitem', { name: 'Buca nella strada', exact: true })
  await expect(leaf).toBeVisible()
  await leaf.click()
  await expect(page).toHaveURL(/\/comune-aurora\/open\/buche-stradali$/)
  await expect(visitor.sendButton).toBeVisible()
})

test('the button that clears the filter of the site map has the colour of the text, not the browser’s default colour', async ({ page, visitor }) => {
  await visitor.opens('/comune-aurora/siteMap')
  const filter = page.getByRole('searchbox', { name: 'Filtra le sezioni' })
  await filter.fill('zzzz')
  await expect(page.getByText('Nessuna sezione trovata. Prova a cambiare il filtro.')).toBeVisible()
  const field = await filter.boundingBox()
  const cross = () =>
    page.screenshot({
      clip: { x: (field?.x ?? 0) + (field?.width ?? 0) - 40, y: (field?.y ?? 0) + 4, width: 34, height: (field?.height ?? 0) - 8 },
      caret: 'hide',
    })
  const inInk = await cross()
  await filter.evaluate((input) => input.style.setProperty('color', '#c00'))
  expect((await cross()).equals(inInk), 'the cross keeps its colour').toBe(false)
})

test('the server counts a form that the visitor closes without submitting, but not a form that is closed after the submission', async ({
  visitor,
  deployment,
  address,
}) => {
  const counted = async () => {
    const metrics = await (await fetch(`${deployment.url}/metrics`)).text()
    const line = metrics.split('\n').find((each) => /_count\{.*analytics.*tags.*status="202"/.test(each))
    return Number(line?.split(' ').at(-1) ?? 0)
  }
  await visitor.opensReport()
  // Waits for hydration, because the page can report that it was closed only after hydration.
  await hydrated(visitor.page)
  const before = await counted()
  await visitor.opens('/comune-aurora/siteMap')
  await expect.poll(counted).toBe(before + 1)
  await visitor.opensReport()
  await visitor.fillsRequired()
  await visitor.sends(address)
  await visitor.opens('/comune-aurora/siteMap')
  await expect(visitor.heading('Mappa del modulo')).toBeVisible()
  expect(await counted()).toBe(before + 1)
})
