import { FormSettingsPage, freshForm } from '../fixtures/form-settings-page.ts'
import { expect, test } from '../fixtures/test.ts'

test('an operator creates a form, and a visitor opens it', async ({ page, deployment, visitor }) => {
  const { code, bundle } = freshForm(['DATACOLLECTION'])
  await deployment.importBundle({ definitions: bundle.definitions })
  const desk = new FormSettingsPage(page, deployment)
  await desk.enter()
  await page.getByRole('button', { name: 'Aggiungi', exact: true }).click()
  const modal = desk.dialog('Aggiungi form')
  const save = modal.getByRole('button', { name: 'Salva' })
  await expect(save).toBeDisabled()
  // On a laptop screen the form modal is taller than the window, but its buttons stay visible.
  await page.setViewportSize({ width: 1280, height: 600 })
  await expect(save).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1280, height: 800 })
  await modal.getByLabel(/^Codice/).fill(`${code}-nuovo`)
  await modal.getByLabel(/^Descrizione/).fill('Fatto a mano')
  await desk.choosesTag(modal, code)
  await expect(save).toBeDisabled()
  for (const wrong of ['cliente.example', 'ftp://cliente.example', 'https://', 'https://cliente example']) {
    await modal.getByLabel(/^Client URL/).fill(wrong)
    await expect(modal.getByText('Scrivi un indirizzo valido')).toBeVisible()
    await expect(save).toBeDisabled()
  }
  await modal.getByLabel(/^Client URL/).fill(`${deployment.url}/`)
  await expect(save).toBeEnabled()
  await desk.opensTab(modal, 'Template')
  await modal.getByRole('combobox', { name: /^Template/ }).selectOption('')
  await expect(save).toBeDisabled()
  await modal.getByRole('combobox', { name: /^Template/ }).selectOption('default2022')
  for (const field of [/^Codice/, /^Descrizione/]) {
    const value = await modal.getByLabel(field).inputValue()
    await modal.getByLabel(field).fill(' ')
    await expect(save).toBeDisabled()
    await modal.getByLabel(field).fill(value)
  }
  await desk.saves(modal)
  await expect(page.getByRole('status').filter({ hasText: `Salvato: ${code}-nuovo` })).toBeVisible()
  // The new form is in the first row, which is highlighted. The row's icon buttons have accessible names.
  await expect(desk.table.getByRole('row').nth(2)).toContainText('appena creato')
  await expect(desk.row(`${code}-nuovo`).getByRole('button')).toHaveText(['Modifica', 'Visita', 'Parametri', 'Routing', 'Accessi', 'Duplica', 'Elimina'])
  // A button scrolls to the row of the new form, whatever the sort order of the table is.
  await page.getByRole('button', { name: 'Mostra nella tabella' }).click()
  await expect(desk.table.getByRole('row')).toHaveCount(3)
  await expect(desk.row(`${code}-nuovo`)).toContainText('Fatto a mano')
  const heights = await desk
    .row(`${code}-nuovo`)
    .evaluate((row) => [row.getBoundingClientRect().height, row.querySelector('button')?.getBoundingClientRect().height ?? 0])
  expect(heights[0], 'a row is one line').toBeLessThan(2 * (heights[1] ?? 0))

  await visitor.opens(`/${code}-nuovo/open/domanda`)
  await visitor.field('Nota').fill('Funziona')
  await visitor.button('Invia Richiesta').click()
  await expect(page.getByRole('status').filter({ hasText: /[0-9A-Z]{8}/ })).toBeVisible()
})

test('an operator switches a form’s maintenance on and off', async ({ page, context, deployment }) => {
  const { code, bundle } = freshForm()
  await deployment.importBundle(bundle)
  const desk = new FormSettingsPage(page, deployment)
  await desk.enter()
  const visit = await context.newPage()
  const maintained = visit.getByText('Sito in manutenzione').first()
  for (const [state, cell] of [
    [true, 'Sì'],
    [false, 'No'],
  ] as const) {
    await desk.does('Modifica', code)
    const modal = desk.dialog(`Modifica form ${code}`)
    await modal.getByRole('switch', { name: 'Manutenzione' }).click()
    await desk.saves(modal)
    await expect(desk.row(code).getByRole('cell', { name: cell, exact: true })).toBeVisible()
    await expect(async () => {
      await visit.goto(`${deployment.url}/${code}`)
      expect(await maintained.isVisible()).toBe(state)
    }).toPass({ timeout: 10_000 })
  }
})

test('an operator duplicates a form and gets an error for a code that already exists', async ({ page, deployment, expectConsoleError }) => {
  expectConsoleError(/409/)
  const { code, bundle } = freshForm(['FREE'], {
    form: { params: { sso_secret_aes: 'segreto', ticket_prefix: 'AB-' }, templateParams: { name: 'hallways', params: { title: 'Ciao' } } },
  })
  await deployment.importBundle(bundle)
  const desk = new FormSettingsPage(page, deployment)
  await desk.enter()
  await desk.does('Duplica', code)
  const modal = desk.dialog(`Duplica form ${code}`)
  await expect(modal.getByText('I segreti non vengono copiati, impostali di nuovo: sso_secret_aes')).toBeVisible()
  await expect(modal.getByRole('button', { name: 'Salva' })).toBeDisabled()
  await modal.getByLabel(/^Codice/).fill(code)
  await modal.getByLabel(/^Descrizione/).fill('La copia')
  await modal.getByRole('button', { name: 'Salva' }).click()
  await expect(modal.getByLabel(/^Codice/)).toHaveAttribute('aria-invalid', 'true')
  await expect(modal.getByLabel(/^Descrizione/)).toHaveValue('La copia')
  await modal.getByLabel(/^Codice/).fill(`${code}-copia`)
  await desk.saves(modal)
  await expect(desk.row(`${code}-copia`)).toContainText('La copia')
  const copy = JSON.parse(await deployment.runCommand('export', `${code}-copia`)) as { forms: object[] }
  expect(copy.forms).toMatchObject([{ params: { ticket_prefix: 'AB-' }, templateParams: { name: 'hallways', params: { title: 'Ciao' } } }])
})

test('the modal for deleting a form lets the operator read all tabs but edit no field', async ({ page, deployment }) => {
  const { code, bundle } = freshForm()
  await deployment.importBundle(bundle)
  const desk = new FormSettingsPage(page, deployment)
  await desk.enter()
  await desk.does('Elimina', code)
  const modal = desk.dialog(`Elimina form ${code}`)
  await expect(modal.getByText(`Il form «${code}» e il suo routing saranno eliminati`)).toBeVisible()
  for (const tab of ['Form', 'Loghi', 'Template', 'Live Chat']) {
    await desk.opensTab(modal, tab)
    for (const control of await modal.locator('input:not([type=file]), select, .tab-panel button').all()) await expect(control).toBeDisabled()
  }
  await modal.getByRole('button', { name: 'Elimina' }).click()
  await expect(modal).toHaveCount(0)
  await expect(desk.row(code)).toHaveCount(0)
  expect((await fetch(`${deployment.url}/${code}`)).status).toBe(404)
})

test('an operator who saves a form that another operator has changed sees an error and keeps the input', async ({ page, deployment, expectConsoleError }) => {
  expectConsoleError(/409/)
  const { code, bundle } = freshForm()
  await deployment.importBundle(bundle)
  const desk = new FormSettingsPage(page, deployment)
  await desk.enter()
  await desk.does('Modifica', code)
  const modal = desk.dialog(`Modifica form ${code}`)
  await modal.getByLabel(/^Descrizione/).fill('La mia')
  await deployment.importBundle({ ...bundle, forms: [{ ...bundle.forms[0], description: 'Di un altro', client_url: 'https://altro.example' }] })
  await modal.getByRole('button', { name: 'Salva' }).click()
  await modal.getByRole('button', { name: 'Ricarica e mantieni le mie modifiche' }).click()
  await expect(modal.getByRole('button', { name: 'Ricarica e mantieni le mie modifiche' })).toHaveCount(0)
  await expect(modal.getByLabel(/^Descrizione/)).toHaveValue('La mia')
  // A field that only the other operator has changed shows the other operator's value.
  await expect(modal.getByLabel(/^Client URL/)).toHaveValue('https://altro.example')
  await desk.saves(modal)
  await expect(desk.row(code)).toContainText('La mia')
})

test('an operator who closes the form modal with unsaved changes must confirm first', async ({ page, deployment }) => {
  const { code, bundle } = freshForm()
  await deployment.importBundle(bundle)
  const desk = new FormSettingsPage(page, deployment)
  await desk.enter()
  await desk.does('Modifica', code)
  const modal = desk.dialog(`Modifica form ${code}`)
  await modal.getByLabel(/^Descrizione/).fill('Altro')
  await page.keyboard.press('Escape')
  await desk.dialog('Modifiche non salvate').getByRole('button', { name: 'Continua a modificare' }).click()
  await expect(modal.getByLabel(/^Descrizione/)).toHaveValue('Altro')
  await modal.getByRole('button', { name: 'Annulla' }).click()
  await desk.dialog('Modifiche non salvate').getByRole('button', { name: 'Esci senza salvare' }).click()
  await expect(modal).toHaveCount(0)
  await expect(desk.row(code)).toContainText('Un form di prova')
})

test('an operator replaces and deletes a form’s secret, and the dashboard never shows the secret', async ({ page, deployment }) => {
  const { code, bundle } = freshForm(['SSO'], { form: { params: { sso_secret_aes: 'il primo segreto' } } })
  await deployment.importBundle(bundle)
  const desk = new FormSettingsPage(page, deployment)
  const kept = async () =>
    (JSON.parse(await deployment.runCommand('export', code)) as { forms: { params: { sso_secret_aes?: string } }[] }).forms[0]?.params.sso_secret_aes
  await desk.enter()
  const edits = async (what: (modal: ReturnType<FormSettingsPage['dialog']>) => Promise<void>) => {
    await desk.does('Modifica', code)
    const modal = desk.dialog(`Modifica form ${code}`)
    await what(modal)
    await desk.saves(modal)
  }
  await edits(async (modal) => {
    await expect(modal.getByLabel('sso_secret_aes', { exact: true })).toHaveValue('Impostato (non leggibile)')
    await modal.getByLabel(/^Descrizione/).fill('Con il suo segreto')
  })
  expect(await kept()).toBe('il primo segreto')
  await edits(async (modal) => {
    await modal.getByRole('button', { name: 'Sostituisci: sso_secret_aes' }).click()
    await modal.getByLabel('sso_secret_aes', { exact: true }).fill('il secondo')
  })
  expect(await kept()).toBe('il secondo')
  await edits(async (modal) => {
    await modal.getByRole('button', { name: 'Rimuovi: sso_secret_aes' }).click()
    await expect(modal.getByLabel('sso_secret_aes', { exact: true })).toHaveValue('Sarà rimosso al salvataggio')
  })
  expect(await kept()).toBeUndefined()
})
