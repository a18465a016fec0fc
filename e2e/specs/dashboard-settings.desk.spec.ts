import { randomUUID } from 'node:crypto'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { makeOperator, manages, Operator, ownerCredential } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

const VIEW = 'Impostazioni di sistema'
const someCode = () => `voce_${randomUUID().slice(0, 8)}`

test('an operator adds, edits, duplicates and deletes a system setting, and the audit log records each change', async ({ page, deployment }) => {
  const operator = new Operator(page, deployment)
  const [code, copy] = [someCode(), someCode()]
  await operator.signsIn()
  await operator.button('Aggiungi').click()
  await expect(operator.button('Salva')).toBeDisabled()
  await operator.field('Codice').fill(code)
  await expect(operator.button('Salva')).toBeDisabled()
  await operator.field('Valore').fill('uno')
  await operator.button('Salva').click()
  await expect(operator.row(VIEW, code)).toContainText('uno')

  await operator.row(VIEW, code).getByRole('button', { name: 'Modifica', exact: true }).click()
  await expect(operator.field('Codice')).not.toBeEditable()
  await expect(operator.field('Valore')).toBeFocused()
  await operator.field('Valore').fill('due')
  await operator.button('Salva').click()
  await expect(operator.row(VIEW, code)).toContainText('due')

  await operator.row(VIEW, code).getByRole('button', { name: 'Duplica', exact: true }).click()
  await expect(operator.field('Codice')).toHaveAccessibleDescription(/esiste già/)
  await expect(operator.button('Salva')).toBeDisabled()
  await operator.field('Codice').fill(copy)
  await operator.button('Salva').click()
  await expect(operator.row(VIEW, copy)).toContainText('due')

  await operator.row(VIEW, code).getByRole('button', { name: 'Elimina', exact: true }).click()
  const dialog = operator.dialog('Elimina impostazione')
  await expect(dialog).toContainText(`«${code}»`)
  await expect(operator.field('Codice')).toBeDisabled()
  await dialog.getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(operator.row(VIEW, code)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await operator.button('Annulla l’eliminazione').press('Enter')
  await expect(operator.said(`Ripristinato: ${code}`)).toBeVisible()
  await expect(operator.row(VIEW, code)).toContainText('due')

  await operator.opensView('Registro modifiche')
  await operator.filter('Oggetto').fill(code)
  const lines = operator.table('Registro modifiche').getByRole('row')
  await expect(lines).toHaveCount(2 + 4)
  await expect(lines.nth(4)).toContainText('Impostazione modificata')
  await expect(lines.nth(4)).toContainText(/value: .*uno → .*due/)
})

test('an undo that fails shows an error that stays until the operator closes it', async ({ page, deployment, expectConsoleError }) => {
  expectConsoleError(/400|409/)
  const operator = new Operator(page, deployment)
  const code = someCode()
  const owner = await ownerCredential(deployment)
  await manages(deployment, owner, 'POST', '/settings/systems', { code, value: 'uno' })
  await operator.signsIn()
  await operator.row(VIEW, code).getByRole('button', { name: 'Elimina', exact: true }).click()
  await operator.dialog('Elimina impostazione').getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(operator.row(VIEW, code)).toHaveCount(0)
  await manages(deployment, owner, 'POST', '/settings/systems', { code, value: 'due' })
  await operator.button('Annulla l’eliminazione').click()
  const error = page.getByRole('alert').filter({ hasText: 'esiste già' })
  await expect(error).toBeVisible()
  await operator.row(VIEW, code).getByRole('button', { name: 'Modifica', exact: true }).click()
  await operator.field('Valore').fill('tre')
  await operator.button('Salva').click()
  await expect(operator.said(`Salvato: ${code}`)).toBeVisible()
  await expect(error).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Chiudi: / }).click()
  await expect(error).toHaveCount(0)
})

test('the modal of a known system setting describes the setting and reports an invalid value before saving', async ({ page, deployment }) => {
  const operator = new Operator(page, deployment)
  await operator.signsIn()
  await operator.row('Non impostate', 'attachment_max_count').getByRole('button', { name: 'Imposta' }).click()
  await expect(operator.field('Codice')).toHaveValue('attachment_max_count')
  await expect(operator.field('Codice')).toHaveAccessibleDescription('Allegati che una richiesta può avere.')
  for (const wrong of ['0', '101', 'dieci', '1.5']) {
    await operator.field('Valore').fill(wrong)
    await expect(operator.field('Valore')).toHaveAccessibleDescription('Numero intero da 1 a 100. Predefinito: 20 Questo valore non è ammesso.')
    await expect(operator.button('Salva')).toBeDisabled()
  }
  await operator.field('Valore').fill('12')
  await operator.button('Salva').click()
  await expect(operator.row(VIEW, 'attachment_max_count')).toContainText('12')
  await expect(operator.row('Non impostate', 'attachment_max_count')).toHaveCount(0)
})

test('the modal for a system setting asks for confirmation before Escape, Cancel or Back discards input', async ({ page, deployment }) => {
  const operator = new Operator(page, deployment)
  await operator.signsIn()
  await operator.opensView('Log mappature')
  await operator.opensView(VIEW)
  await operator.button('Aggiungi').click()
  // The code of the dialog is loaded when it is opened for the first time.
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await operator.button('Aggiungi').click()
  await operator.field('Codice').fill('mezza')
  const question = operator.dialog('Modifiche non salvate')
  for (const leave of [() => page.keyboard.press('Escape'), () => operator.button('Annulla').click(), () => page.evaluate(() => history.back())]) {
    await leave()
    await expect(question.getByRole('button', { name: 'Continua a modificare' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toHaveCount(0)
    await expect(operator.field('Codice')).toHaveValue('mezza')
  }
  await page.evaluate(() => history.back())
  await question.getByRole('button', { name: 'Esci senza salvare' }).click()
  await expect(operator.table('Log mappature')).toBeVisible()
})

test('an operator who saves a system setting that another operator has changed sees an error and keeps the input', async ({
  page,
  deployment,
  expectConsoleError,
}) => {
  expectConsoleError(/409/)
  const operator = new Operator(page, deployment)
  const code = someCode()
  const other = await ownerCredential(deployment)
  await manages(deployment, other, 'POST', '/settings/systems', { code, value: 'prima' })
  await operator.signsIn()
  await operator.row(VIEW, code).getByRole('button', { name: 'Modifica', exact: true }).click()
  await operator.field('Valore').fill('mio')
  await manages(deployment, other, 'PUT', `/settings/systems/${code}`, { code, value: 'suo' })
  await operator.button('Salva').click()
  const alert = page.getByRole('dialog').getByRole('alert')
  await expect(alert).toContainText('Qualcun altro ha modificato questi dati nel frattempo.')
  await expect(alert).toBeFocused()
  await operator.button('Ricarica e mantieni le mie modifiche').click()
  await expect(alert).toBeEmpty()
  await expect(operator.button('Salva')).toBeFocused()
  await expect(operator.field('Valore')).toHaveValue('mio')
  const meanwhile = page.getByRole('region', { name: 'Cambiato nel frattempo' })
  await expect(meanwhile).toContainText(/Cambiato nel frattempo da \S+, /)
  await expect(meanwhile.getByRole('deletion')).toHaveText('prima')
  await expect(meanwhile.getByRole('insertion')).toHaveText('suo')
  // The operator chooses one of two values, their own or the other operator's. The field then contains the chosen
  // value.
  await expect(meanwhile.getByRole('radio', { name: 'Il mio valore: mio' })).toBeChecked()
  await meanwhile.getByRole('radio', { name: 'Il valore dell’altra persona: suo' }).check()
  await expect(operator.field('Valore')).toHaveValue('suo')
  await expectAccessible(page)
  await meanwhile.getByRole('radio', { name: 'Il mio valore: mio' }).check()
  await operator.button('Salva').click()
  await expect(operator.row(VIEW, code)).toContainText('mio')
})

test('an error that the server returns for a system setting is shown at its field', async ({ page, deployment, expectConsoleError }) => {
  expectConsoleError(/409/)
  const operator = new Operator(page, deployment)
  const code = someCode()
  await operator.signsIn()
  await operator.button('Aggiungi').click()
  await operator.field('Codice').fill(code)
  await operator.field('Valore').fill('x')
  await manages(deployment, await ownerCredential(deployment), 'POST', '/settings/systems', { code, value: 'y' })
  await operator.button('Salva').click()
  await expect(operator.field('Codice')).toHaveAccessibleDescription(/Il valore esiste già\./)
})

test('a table filter applies after a pause in typing, and is part of the URL, so that it survives a reload', async ({ page, deployment }) => {
  const operator = new Operator(page, deployment)
  const codes = [someCode(), someCode()]
  const owner = await ownerCredential(deployment)
  for (const code of codes) await manages(deployment, owner, 'POST', '/settings/systems', { code, value: `${code}?` })
  await operator.signsIn()
  const start = Date.now()
  await operator.filter('Codice').fill(codes[0] ?? '')
  await expect(operator.row(VIEW, codes[1] ?? '')).toHaveCount(0)
  expect(Date.now() - start).toBeGreaterThanOrEqual(500)
  await expect(page).toHaveURL(new RegExp(`f\\.code=${codes[0]}`))
  await page.reload()
  await expect(operator.row(VIEW, codes[0] ?? '')).toBeVisible()
  await expect(operator.row(VIEW, codes[1] ?? '')).toHaveCount(0)
  await operator.filter('Valore').fill('niente di simile')
  await expect(page.getByText('Nessun elemento presente', { exact: true })).toBeVisible()
  await operator.button('Togli i filtri').click()
  await expect(operator.row(VIEW, codes[1] ?? '')).toBeVisible()
  await expect(operator.filter('Valore')).toHaveValue('')
})

test('a hidden table column stays hidden after a reload', async ({ page, deployment }) => {
  const operator = new Operator(page, deployment)
  await operator.signsIn()
  const meaning = operator.table(VIEW).getByRole('columnheader', { name: 'A che cosa serve' })
  await expect(meaning).toBeVisible()
  await operator.button('Colonne').click()
  // The column menu has checkable items, and stays open until the operator closes it.
  await page.getByRole('menuitemcheckbox', { name: 'A che cosa serve' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(meaning).toHaveCount(0)
  await page.reload()
  await expect(operator.table(VIEW)).toBeVisible()
  await expect(meaning).toHaveCount(0)
})

test('an operator using only the keyboard adds and deletes a system setting', async ({ page, deployment }) => {
  const operator = new Operator(page, deployment)
  const code = someCode()
  const tabTo = async (name: string) => {
    for (let step = 0; step < 60; step++) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
      if (focused === name) return
    }
    throw new Error(`no ${name} by the keyboard`)
  }
  await operator.signsIn()
  // Before the list has loaded, the keyboard goes through the whole page without it.
  await expect(operator.button('Aggiungi')).toBeVisible()
  await tabTo('Vai al contenuto')
  await page.keyboard.press('Enter')
  await tabTo('Aggiungi')
  await page.keyboard.press('Enter')
  await expect(operator.field('Codice')).toBeFocused()
  await page.keyboard.type(code)
  await page.keyboard.press('Tab')
  await page.keyboard.type('a mano')
  await page.keyboard.press('Enter')
  await expect(operator.said(`Salvato: ${code}`)).toBeVisible()
  await expect(operator.button('Aggiungi')).toBeFocused()
  await tabTo('Filtra per Codice')
  await page.keyboard.type(code)
  await expect(operator.table(VIEW).getByRole('row')).toHaveCount(3)
  await tabTo('Elimina')
  await page.keyboard.press('Enter')
  await expect(operator.dialog('Elimina impostazione')).toBeVisible()
  await tabTo('Elimina')
  await page.keyboard.press('Enter')
  await expect(operator.said(`Eliminato: ${code}`)).toBeVisible()
})

test('an operator who is not an owner can only read the protected settings, but can change the others', async ({ page, deployment }) => {
  const username = `op-${randomUUID().slice(0, 8)}`
  await makeOperator(deployment, { username, password: 'Un-faro-di-notte-26', role: 'operator' })
  const operator = new Operator(page, deployment)
  await page.goto('/admin/management/sign-in')
  await page.getByLabel('Nome utente', { exact: true }).fill(username)
  await page.getByLabel('Password', { exact: true }).fill('Un-faro-di-notte-26')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await operator.opensView('Impostazioni di sistema')
  const sets = (code: string) => operator.row('Non impostate', code).getByRole('button', { name: 'Imposta', exact: true })
  await expect(sets('attachment_max_mb')).toBeVisible()
  await expect(operator.row('Non impostate', 'failed_logins_account')).toContainText('Solo per chi ha il ruolo Titolare.')
  await expect(sets('failed_logins_account')).toHaveCount(0)
  await expectAccessible(page)
  await operator.button('Aggiungi').click()
  await operator.field('Codice').fill('failed_logins_account')
  await expect(operator.field('Codice')).toHaveAccessibleDescription(/Solo per chi ha il ruolo Titolare/)
  await operator.field('Valore').fill('1000000')
  await expect(operator.button('Salva')).toBeDisabled()
})

test('an operator who shortens the retention period sees how many requests will be deleted, and can cancel', async ({ page, deployment }) => {
  const operator = new Operator(page, deployment)
  // Fakes the response of `GET /settings/retention`. The requests in the tests are all less than a day old, so no real
  // retention period would erase any.
  await page.route(/settings\/retention\?days=30$/, (route) => route.fulfill({ json: { success: true, data: { requests: 12345, more: false }, errors: [] } }))
  await operator.signsIn()
  await operator.button('Aggiungi').click()
  await operator.field('Codice').fill('retention_days')
  await operator.field('Valore').fill('30')
  await operator.button('Salva').click()
  const question = page.getByRole('dialog').filter({ hasText: 'si cancellano per sempre 12.345 richieste concluse da più di 30 giorni' }).last()
  await expect(question.getByRole('button', { name: 'Annulla' })).toBeFocused()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Annulla' }).click()
  await page.getByRole('button', { name: 'Annulla', exact: true }).click()
  await page.getByRole('button', { name: 'Esci senza salvare' }).click()
  await expect(operator.row(VIEW, 'retention_days')).toHaveCount(0)
})
