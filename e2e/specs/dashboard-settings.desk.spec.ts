import { randomUUID } from 'node:crypto'
import { noBarriers } from '../fixtures/barriers.ts'
import { makeOperator, manages, Operator, ownerCredential } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

const VIEW = 'Impostazioni di sistema'
const someCode = () => `voce_${randomUUID().slice(0, 8)}`

test('an operator adds, edits, duplicates and deletes a setting, and the log tells of each', async ({ page, deployment }) => {
  const operator = new Operator(page, deployment)
  const [code, copy] = [someCode(), someCode()]
  await operator.comesIn()
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

test('a value that cannot be is told before it is sent, and a known setting explains itself', async ({ page, deployment }) => {
  const operator = new Operator(page, deployment)
  await operator.comesIn()
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

test('nobody loses what they typed by Escape, by Cancel or by going back', async ({ page, deployment }) => {
  const operator = new Operator(page, deployment)
  await operator.comesIn()
  await operator.opensView('Log mappature')
  await operator.opensView(VIEW)
  await operator.button('Aggiungi').click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await operator.button('Aggiungi').click()
  await operator.field('Codice').fill('mezza')
  const question = operator.dialog('Modifiche non salvate')
  for (const leave of [() => page.keyboard.press('Escape'), () => operator.button('Annulla').click(), () => page.evaluate(() => history.back())]) {
    await leave()
    await expect(question).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(question).toHaveCount(0)
    await expect(operator.field('Codice')).toHaveValue('mezza')
  }
  await page.evaluate(() => history.back())
  await question.getByRole('button', { name: 'Esci senza salvare' }).click()
  await expect(operator.table('Log mappature')).toBeVisible()
})

test('who changes what somebody else has changed meanwhile is told, and keeps their own words', async ({ page, deployment, expectComplaint }) => {
  expectComplaint(/409/)
  const operator = new Operator(page, deployment)
  const code = someCode()
  const other = await ownerCredential(deployment)
  await manages(deployment, other, 'POST', '/settings/systems', { code, value: 'prima' })
  await operator.comesIn()
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
  await operator.button('Salva').click()
  await expect(operator.row(VIEW, code)).toContainText('mio')
})

test('a refusal stands at its field', async ({ page, deployment, expectComplaint }) => {
  expectComplaint(/409/)
  const operator = new Operator(page, deployment)
  const code = someCode()
  await operator.comesIn()
  await operator.button('Aggiungi').click()
  await operator.field('Codice').fill(code)
  await operator.field('Valore').fill('x')
  await manages(deployment, await ownerCredential(deployment), 'POST', '/settings/systems', { code, value: 'y' })
  await operator.button('Salva').click()
  await expect(operator.field('Codice')).toHaveAccessibleDescription(/Il valore esiste già\./)
})

test('filters wait until their typist has paused, stand in the address, and outlive a reload', async ({ page, deployment }) => {
  const operator = new Operator(page, deployment)
  const codes = [someCode(), someCode()]
  const owner = await ownerCredential(deployment)
  for (const code of codes) await manages(deployment, owner, 'POST', '/settings/systems', { code, value: `${code}?` })
  await operator.comesIn()
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

test('a column that is put away stays away', async ({ page, deployment }) => {
  const operator = new Operator(page, deployment)
  await operator.comesIn()
  const meaning = operator.table(VIEW).getByRole('columnheader', { name: 'A che cosa serve' })
  await expect(meaning).toBeVisible()
  await operator.button('Colonne').click()
  await page.getByLabel('A che cosa serve').uncheck()
  await expect(meaning).toHaveCount(0)
  await page.reload()
  await expect(operator.table(VIEW)).toBeVisible()
  await expect(meaning).toHaveCount(0)
})

test('somebody without a mouse adds a setting and deletes it again', async ({ page, deployment }) => {
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
  await operator.comesIn()
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
  await tabTo('Elimina')
  await page.keyboard.press('Enter')
  await expect(operator.said(`Eliminato: ${code}`)).toBeVisible()
})

test('who is no owner sees what guards the others, and is offered what is theirs to set', async ({ page, deployment }) => {
  const username = `op-${randomUUID().slice(0, 8)}`
  await makeOperator(deployment, { username, password: 'Un-faro-di-notte-26', role: 'operator' })
  const operator = new Operator(page, deployment)
  await page.goto('/admin/management/sign-in')
  await page.getByLabel('Nome utente', { exact: true }).fill(username)
  await page.getByLabel('Password', { exact: true }).fill('Un-faro-di-notte-26')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  const sets = (code: string) => operator.row('Non impostate', code).getByRole('button', { name: 'Imposta', exact: true })
  await expect(sets('attachment_max_mb')).toBeVisible()
  await expect(operator.row('Non impostate', 'failed_logins_account')).toContainText('Solo per chi ha il ruolo Titolare.')
  await expect(sets('failed_logins_account')).toHaveCount(0)
  await noBarriers(page)
  if (process.env.PICTURES)
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: `${process.env.PICTURES}/settings-${width}.png`, fullPage: true })
    }
  await operator.button('Aggiungi').click()
  await operator.field('Codice').fill('failed_logins_account')
  await expect(operator.field('Codice')).toHaveAccessibleDescription(/Solo per chi ha il ruolo Titolare/)
  await operator.field('Valore').fill('1000000')
  await expect(operator.button('Salva')).toBeDisabled()
})
