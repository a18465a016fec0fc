import type { Browser, Page } from '@playwright/test'
import { accessibilityViolations, expectAccessible } from '../fixtures/accessibility.ts'
import type { Deployment } from '../fixtures/deployment.ts'
import { linkIn } from '../fixtures/mailbox.ts'
import { randomPng } from '../fixtures/png.ts'
import { savedForm } from '../fixtures/saved-form.ts'
import { expect, test } from '../fixtures/test.ts'
import { Visitor } from '../fixtures/visitor.ts'

const SUBJECT = /Continua quando vuoi/
/** Opens a browser context with nothing in common with the first one, as another device has. */
const elsewhereFrom = (browser: Browser, page: Page, { url }: Deployment) =>
  browser.newContext({ viewport: page.viewportSize(), baseURL: url, locale: 'it-IT' })
const png = (name: string) => ({ name, mimeType: 'image/png', buffer: randomPng(48) })

test('a draft with three files, saved on version 3, is resumed on another device on version 5 and sent', async ({
  page,
  visitor,
  deployment,
  address,
  browser,
}, { project }) => {
  const code = `salva-${project.name}`
  for (let version = 1; version <= 3; version++) await deployment.importBundle(savedForm(code, version))
  await visitor.opens(`/${code}/open/${code}-dati`)
  const save = visitor.button('Salva e continua dopo')
  await expect(visitor.button('Invia Richiesta')).toBeVisible()
  await expect(save, 'nothing is typed yet').toHaveCount(0)
  await page.getByLabel('Nome e cognome').fill('Ada Lovelace')
  await page.getByLabel('Indirizzo', { exact: true }).fill('Via dei Gelsomini 12')
  await page.getByLabel('Soprannome').fill('La contessa')
  await page.getByLabel('Fotografie').setInputFiles([png('uno.png'), png('due.png'), png('tre.png')])
  await save.click()
  const dialog = visitor.dialog('Salva e continua dopo')
  await expect(dialog.getByText('30 giorni')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Salva', exact: true }).click()
  await expect(dialog.getByLabel('Indirizzo e-mail', { exact: true })).toHaveAccessibleDescription(/valido/)
  await dialog.getByLabel('Indirizzo e-mail', { exact: true }).fill(address)
  await dialog.getByLabel('Conferma indirizzo e-mail', { exact: true }).fill(address)
  await dialog.getByRole('button', { name: 'Salva', exact: true }).click()
  const done = visitor.dialog('Richiesta salvata')
  await expect(done.getByRole('status')).toContainText(`Abbiamo mandato il link a ${address}`)
  expect(await accessibilityViolations(page)).toEqual([])
  await done.getByRole('button', { name: 'Continua a compilare' }).click()
  await expect(page.getByLabel('Indirizzo', { exact: true })).toHaveValue('Via dei Gelsomini 12')

  await deployment.importBundle(savedForm(code, 4))
  await deployment.importBundle(savedForm(code, 5))
  const link = linkIn(await deployment.mailbox.receive(address, SUBJECT))
  expect(new URL(link).hash).toMatch(/^#[\w-]{43}$/)
  const context = await elsewhereFrom(browser, page, deployment)
  const other = await context.newPage()
  const elsewhere = new Visitor(other, deployment, 'it-IT')
  await other.goto(link)
  await expect(other.getByText('Allegati ritrovati: 3 di 3')).toBeVisible()
  await expect(other, 'the key has left the address bar').toHaveURL(/\/resume\?locale=it$/)
  await expect(other.getByText('Risposte ritrovate: 2.')).toBeVisible()
  await expect(other.getByText('Il modulo è cambiato da quando hai salvato.')).toBeVisible()
  await expect(other.getByRole('listitem').filter({ hasText: 'Soprannome' })).toBeVisible()
  await expect(other.getByRole('listitem').filter({ hasText: 'Telefono' })).toBeVisible()
  await expectAccessible(other)
  await other.screenshot({ path: test.info().outputPath('resumed.png'), fullPage: true })
  await elsewhere.button('Continua').click()
  await expect(other).toHaveURL(new RegExp(`/${code}/open/${code}-dati$`))
  await expect(other.getByLabel('Nome completo')).toHaveValue('Ada Lovelace')
  await expect(other.getByLabel('Indirizzo', { exact: true })).toHaveValue('Via dei Gelsomini 12')
  for (const name of ['uno.png', 'due.png', 'tre.png']) await expect(other.getByText(name)).toBeVisible()

  await other.getByLabel('Telefono').fill('333 1234567')
  await elsewhere.button('Salva e continua dopo').click()
  const again = elsewhere.dialog('Salva e continua dopo')
  await expect(again.getByText('Il link che hai già vale fino al')).toBeVisible()
  await expect(again.getByLabel('Indirizzo e-mail', { exact: true })).toHaveCount(0)
  await again.getByRole('button', { name: 'Salva', exact: true }).click()
  await elsewhere.dialog('Richiesta salvata').getByRole('button', { name: 'Continua a compilare' }).click()
  expect(deployment.mailbox.mailsTo(address), 'the same link needs no second mail').toHaveLength(1)

  await elsewhere.button('Invia Richiesta').click()
  await expect(elsewhere.heading('Richiesta inviata')).toBeVisible()
  const third = await context.newPage()
  await third.goto(link)
  await expect(third.getByRole('alert').filter({ hasText: 'Questa richiesta è già stata inviata.' })).toBeVisible()
  await context.close()
})

test('the second factor is asked on the other device; wrong tries are counted, and the last one deletes the draft', async ({
  page,
  visitor,
  deployment,
  address,
  browser,
}, { project }) => {
  const code = `parola-${project.name}`
  await deployment.importBundle(savedForm(code, 1, { second_factor: 'word', days: 7 }))
  await visitor.opens(`/${code}/open/${code}-dati`)
  await page.getByLabel('Indirizzo', { exact: true }).fill('Via Segreta 1')
  await visitor.button('Salva e continua dopo').click()
  const dialog = visitor.dialog('Salva e continua dopo')
  await dialog.getByLabel('Indirizzo e-mail', { exact: true }).fill(address)
  await dialog.getByLabel('Conferma indirizzo e-mail', { exact: true }).fill(address)
  const word = dialog.getByLabel('Una parola che ricordi')
  await word.fill('ab')
  await dialog.getByRole('button', { name: 'Salva', exact: true }).click()
  await expect(word).toHaveAccessibleDescription(/Scrivi almeno 4 caratteri/)
  await word.fill('Girasole')
  await dialog.getByRole('button', { name: 'Salva', exact: true }).click()
  await expect(visitor.dialog('Richiesta salvata')).toBeVisible()
  const mail = await deployment.mailbox.receive(address, SUBJECT)
  expect(mail.text).toContain('Ti chiederemo la parola che hai scelto.')
  expect(mail.text).not.toMatch(/girasole/i)

  const context = await elsewhereFrom(browser, page, deployment)
  const other = await context.newPage()
  await other.goto(linkIn(mail))
  const asked = other.getByLabel('La parola che hai scelto')
  await asked.fill('Tulipano')
  await other.keyboard.press('Enter')
  await expect(asked).toHaveAccessibleDescription('Non è giusto. Tentativi rimasti: 9.')
  await expectAccessible(other)
  await asked.fill('girasole ')
  await other.keyboard.press('Enter')
  await expect(other.getByText('Risposte ritrovate: 1.')).toBeVisible()

  await other.reload()
  await expect(other.getByText('Il link non è valido.')).toBeVisible()
  await other.goto('about:blank')
  await other.goto(linkIn(mail))
  for (let left = 9; left > 0; left--) {
    await asked.fill(`sbagliata ${left}`)
    await other.keyboard.press('Enter')
    await expect(asked).toHaveAccessibleDescription(`Non è giusto. Tentativi rimasti: ${left}.`)
  }
  await asked.fill('ultima')
  await other.keyboard.press('Enter')
  await expect(other.getByRole('alert').filter({ hasText: 'Troppi tentativi sbagliati' })).toBeVisible()
  await expectAccessible(other)
  await context.close()
})

test('a visitor saves, resumes and deletes the draft with the keyboard only', async ({ page, visitor, deployment, address }, { project }) => {
  const code = `tastiera-${project.name}`
  await deployment.importBundle(savedForm(code))
  await visitor.opens(`/${code}/open/${code}-dati`)
  await page.getByLabel('Indirizzo', { exact: true }).focus()
  await page.keyboard.type('Via Roma 1')
  await visitor.button('Salva e continua dopo').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type(address)
  await page.keyboard.press('Tab')
  await page.keyboard.type(address)
  await page.keyboard.press('Enter')
  await expect(visitor.button('Continua a compilare')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(visitor.button('Salva e continua dopo')).toBeFocused()
  await page.goto(linkIn(await deployment.mailbox.receive(address, SUBJECT)))
  await expect(page.getByText('Salvata il')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(visitor.button('Continua')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const dialog = visitor.dialog('Cancella quello che ho salvato')
  await expect(dialog.getByText('Non si può tornare indietro.')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Quello che avevi salvato è stato cancellato.')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Inizia una nuova richiesta' })).toBeVisible()
})

test('without a connection nothing typed is lost, and the dialog says so', async ({ page, visitor, deployment, address, expectConsoleError }, { project }) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to load/)
  const code = `rete-${project.name}`
  await deployment.importBundle(savedForm(code))
  await visitor.opens(`/${code}/open/${code}-dati`)
  await page.getByLabel('Indirizzo', { exact: true }).fill('Via Roma 1')
  await visitor.button('Salva e continua dopo').click()
  const dialog = visitor.dialog('Salva e continua dopo')
  await dialog.getByLabel('Indirizzo e-mail', { exact: true }).fill(address)
  await dialog.getByLabel('Conferma indirizzo e-mail', { exact: true }).fill(address)
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Salva', exact: true }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Non siamo riusciti a salvare.' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(dialog.getByLabel('Indirizzo e-mail', { exact: true })).toHaveValue(address)
  await dialog.getByRole('button', { name: 'Salva', exact: true }).click()
  await expect(visitor.dialog('Richiesta salvata')).toBeVisible()
})

test('what was saved before the form ended the offer can be resumed; another link says that it is not valid and leads to the form', async ({
  page,
  visitor,
  deployment,
  address,
  expectConsoleError,
}, { project }) => {
  expectConsoleError(/404 \(Not Found\)/)
  const code = `salvava-${project.name}`
  await deployment.importBundle(savedForm(code))
  await visitor.opens(`/${code}/open/${code}-dati`)
  await page.getByLabel('Indirizzo', { exact: true }).fill('Via dei Gelsomini 12')
  await visitor.button('Salva e continua dopo').click()
  const dialog = visitor.dialog('Salva e continua dopo')
  await dialog.getByLabel('Indirizzo e-mail', { exact: true }).fill(address)
  await dialog.getByLabel('Conferma indirizzo e-mail', { exact: true }).fill(address)
  await dialog.getByRole('button', { name: 'Salva', exact: true }).click()
  await expect(visitor.dialog('Richiesta salvata')).toBeVisible()
  const link = linkIn(await deployment.mailbox.receive(address, SUBJECT))

  await deployment.importBundle(savedForm(code, 2, false))
  await page.goto(`/${code}/resume?locale=it#${'k'.repeat(43)}`)
  await expect(page.getByRole('heading', { name: 'Riprendi la richiesta' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('Il link non è valido. Controlla di averlo copiato per intero.')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Inizia una nuova richiesta' }).click()
  await expect(page).toHaveURL(new RegExp(`/${code}`))

  await page.goto(link)
  await visitor.button('Continua').click()
  await expect(page.getByLabel('Indirizzo', { exact: true })).toHaveValue('Via dei Gelsomini 12')
  await expect(visitor.button('Salva e continua dopo')).toHaveCount(0)
})
