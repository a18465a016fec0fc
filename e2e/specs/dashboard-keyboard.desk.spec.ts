import { expect } from '@playwright/test'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { Keyboard } from '../fixtures/keyboard.ts'
import { Operator } from '../fixtures/operator.ts'
import { randomPng } from '../fixtures/png.ts'
import { sentRequest } from '../fixtures/sent-request.ts'
import { test } from '../fixtures/test.ts'

test('an operator using only the keyboard reads a request, downloads its file, and reads its mails and deliveries', async ({ page, deployment }) => {
  test.slow()
  const { code, ticket } = await sentRequest(deployment)
  const operator = new Operator(page, deployment)
  const keyboard = new Keyboard(page)
  await operator.signsIn()

  await keyboard.opensView('Richieste')
  await keyboard.write(operator.filter('Form'), code)
  // Waits for the filter: with the rows of other tests, reaching a row would take too many Tab presses.
  await expect(operator.table('Richieste').getByRole('row')).toHaveCount(3)
  const request = operator.row('Richieste', ticket)
  await expectAccessible(page)
  const detail = operator.dialog(`Ticket ${ticket}`)
  await keyboard.visits(request.getByRole('button', { name: 'Dettagli' }), detail, async () => {
    const taken = page.waitForEvent('download')
    await keyboard.press(detail.getByRole('button', { name: 'foto.png', exact: true }))
    expect((await taken).suggestedFilename()).toBe('foto.png')
    await keyboard.press(detail.getByRole('button', { name: 'Chiudi' }))
  })
  const received = page.getByRole('columnheader', { name: 'Ricevuta' })
  await keyboard.press(received.getByRole('button'), 'Space')
  await expect(received).toHaveAttribute('aria-sort', 'ascending')
  await keyboard.visits(operator.button('Dati di una persona'), operator.dialog('Dati di una persona'), async () => {
    await keyboard.write(operator.field('E-mail'), 'nessuno@example.org')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Non è conservato nulla.')).toBeVisible()
  })

  await keyboard.opensView('Posta')
  await keyboard.write(operator.filter('Form'), code)
  const mail = operator.row('Posta', `${code}@example.org`)
  await expect(mail).toBeVisible()
  await expectAccessible(page)
  await keyboard.visits(mail.getByRole('button', { name: 'Leggi' }), page.getByRole('dialog'))

  await keyboard.opensView('Consegne')
  await keyboard.write(operator.filter('Form'), code)
  const delivery = operator.row('Consegne', ticket)
  await expect(delivery).toContainText('Abbandonata', { timeout: 15_000 })
  await expectAccessible(page)
  await keyboard.visits(delivery.getByRole('button', { name: 'Dettagli' }), detail)
  await keyboard.visits(delivery.getByRole('button', { name: 'Invia di nuovo' }), operator.dialog('Invia di nuovo'))

  await keyboard.opensView('Stato del sistema')
  await expect(page.getByRole('region', { name: 'Database' })).toBeVisible()
})

test('an operator using only the keyboard manages accounts, definitions, templates and assets', async ({ page, deployment }) => {
  test.slow()
  const { code } = await sentRequest(deployment)
  const operator = new Operator(page, deployment)
  const keyboard = new Keyboard(page)
  await operator.signsIn()

  await keyboard.opensView('Modelli di posta')
  await expect(operator.row('Modelli di posta', 'aurora-conferma').first()).toBeVisible()
  const template = operator.dialog('Aggiungi modello')
  await keyboard.visits(operator.button('Aggiungi'), template, async () => {
    await keyboard.write(template.getByLabel(/^Nome/), code)
    await keyboard.write(template.getByLabel(/^Oggetto/), 'Ricevuta')
    await keyboard.write(template.getByLabel(/^Testo/), '<p>Grazie</p>')
    await keyboard.press(operator.button('Salva'))
  })
  await expect(operator.row('Modelli di posta', code)).toBeVisible()

  await keyboard.opensView('Definizioni')
  // Filters the table, because other tests add definitions, and reaching the row would otherwise take more Tab presses
  // than the test allows.
  await keyboard.write(operator.filter('Codice'), code)
  await expect(operator.row('Definizioni', 'comune-aurora')).toHaveCount(0)
  const definition = operator.row('Definizioni', code)
  await keyboard.visits(definition.getByRole('button', { name: 'Versioni' }), operator.dialog(`Versioni: ${code}`))
  await keyboard.visits(definition.getByRole('button', { name: 'JSON' }), operator.dialog(`Modifica la bozza (JSON): ${code}`))
  const bundle = operator.dialog('Carica un bundle')
  await keyboard.visits(operator.button('Carica un bundle').first(), bundle, async () => {
    const settings = JSON.stringify({ settings: [{ code: `da_${code}`, value: '1' }] })
    await keyboard.choosesFile(bundle.getByLabel('File (JSON)'), { name: 'b.json', mimeType: 'application/json', buffer: Buffer.from(settings) })
    await keyboard.press(bundle.getByRole('button', { name: 'Carica un bundle' }))
    await expect(page.getByText('Bundle caricato: 1 aggiunti')).toBeVisible()
  })

  await keyboard.opensView('Account e token')
  await keyboard.write(page.getByRole('combobox', { name: 'Form' }), code)
  await page.keyboard.press('Enter')
  await expect(operator.table('Account')).toBeVisible()
  await keyboard.visits(operator.button('Aggiungi'), operator.dialog('Aggiungi account'), async () => {
    await keyboard.write(operator.field('Nome utente'), 'anna')
    await keyboard.press(operator.button('Salva'))
  })
  await expect(operator.row('Account', 'anna')).toBeVisible()
  await keyboard.press(page.getByRole('tab', { name: 'Account' }), 'End')
  await expect(page.getByRole('tab', { name: 'Credenziali B2B' })).toBeFocused()
  await expect(operator.table('Credenziali B2B')).toBeVisible()
  await expectAccessible(page)

  await keyboard.opensView('File e immagini')
  const file = operator.dialog('Aggiungi file')
  await keyboard.visits(operator.button('Aggiungi'), file, async () => {
    await keyboard.choosesFile(operator.field('File'), { name: `${code}.png`, mimeType: 'image/png', buffer: randomPng(4) })
    await keyboard.press(operator.button('Salva'))
  })
  await expect(operator.row('File e immagini', `${code}.png`)).toBeVisible()
  await expectAccessible(page)
})

test('an operator using only the keyboard hides a column and closes the sessions dialog, and the focus returns each time', async ({ page, deployment }) => {
  const operator = new Operator(page, deployment)
  const keyboard = new Keyboard(page)
  await operator.signsIn()
  const columns = operator.button('Colonne')
  const meaning = page.getByRole('menuitemcheckbox', { name: 'A che cosa serve' })
  await keyboard.press(columns)
  await expect(page.getByRole('menuitemcheckbox', { name: 'Valore' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(meaning).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(columns).toBeFocused()
  await expect(operator.table('Impostazioni di sistema').getByRole('columnheader', { name: 'A che cosa serve' })).toHaveCount(0)

  const account = operator.button('operator')
  await keyboard.press(account, 'Space')
  await expect(operator.dialog('operator')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()
  await keyboard.press(account)
  await keyboard.press(operator.button('Sessioni'))
  await expect(operator.dialog('Sessioni')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()
})
