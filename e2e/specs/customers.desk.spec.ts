import { linkIn } from '../fixtures/mailbox.ts'
import { randomPng } from '../fixtures/png.ts'
import { expect, test } from '../fixtures/test.ts'
import { yesterday } from '../fixtures/visitor.ts'

test('a health fund member who applies for a refund must answer the questions of all steps up to the open step', async ({
  page,
  visitor,
  deployment,
  address,
}) => {
  // A link from the fund's website leads past the questions of the first step.
  await visitor.opens('/fondo-salute/open/visita-specialistica')
  const send = visitor.button('Chiedi il rimborso')
  await visitor.field('Studio, clinica o ospedale').fill('Studio Medico I Tigli')
  await visitor.field('Che tipo di visita?').selectOption('Cuore')
  await visitor.field('Importo pagato, in euro').fill('120,50')
  await visitor.field('Data della fattura').fill(yesterday())
  await visitor.field('Fattura o ricevuta').setInputFiles({ name: 'fattura.png', mimeType: 'image/png', buffer: randomPng(8) })
  await visitor.field('Confermo che quello che ho scritto è vero').check()
  await send.click()
  // The question about the tax code belongs to an earlier step, which is collapsed. The page expands that step and
  // moves the focus to the question.
  const faults = visitor.dialog('Errore')
  await expect(faults.getByRole('listitem')).toHaveText(['Codice fiscale Il campo è richiesto'])
  await faults.getByRole('button', { name: 'Codice fiscale', exact: true }).click()
  const taxCode = visitor.field('Codice fiscale')
  await expect(taxCode).toBeFocused()
  await taxCode.fill('RSSMRA85T10A56')
  await taxCode.blur()
  await expect(taxCode).toHaveAccessibleDescription(/deve avere 16 caratteri/)
  await taxCode.fill('rssmra85t10a562t')
  await expect(taxCode).toHaveAccessibleDescription(/Il codice fiscale inserito non è corretto/)
  await taxCode.fill('rssmra85t10a562s')
  await send.click()
  await visitor.confirmsAnswers()
  await visitor.givesAddress(address)
  await visitor.button('OK').click()
  await expect(visitor.heading('Grazie per la richiesta')).toBeVisible()
  await expect(visitor.main.getByText('Importo: 120,50 euro')).toBeVisible()
  const ticket = await visitor.ticket()
  expect(ticket).toMatch(/^FS-/)
  await page.goto(linkIn(await deployment.mailbox.receive(address, /./)))
  await visitor.button('Conferma la richiesta').click()
  await expect(visitor.heading('La richiesta è stata inserita correttamente')).toBeVisible()
  expect(await visitor.ticket()).toBe(ticket)
})

test('a traveller submits a survey without entering an e-mail address', async ({ page, visitor }) => {
  await visitor.opens('/sondaggio')
  await visitor.option('Autobus in città').click()
  await visitor.field('Quanto spesso viaggi con noi?').selectOption('Quasi ogni giorno')
  await visitor.field('Sei soddisfatto della puntualità?').fill('2')
  await visitor.main.getByRole('group', { name: 'Trovi posto a sedere?' }).getByRole('button', { name: 'A volte' }).click()
  for (const what of ['della pulizia', 'del personale', 'delle informazioni su orari e ritardi'])
    await visitor.field(`Sei soddisfatto ${what}?`).selectOption('Soddisfatto')
  await visitor.field('Da 0 a 10, quanto ci consiglieresti a un amico?').fill('11')
  await visitor.button('Invia le risposte').click()
  await expect(visitor.dialog('Errore').getByText('Il valore massimo è 10')).toBeVisible()
  await visitor.button('OK').click()
  await visitor.field('Da 0 a 10, quanto ci consiglieresti a un amico?').fill('8')
  const sends = visitor.watchesSends()
  await visitor.button('Invia le risposte').dblclick()
  await expect(visitor.heading('Abbiamo ricevuto le tue risposte')).toBeFocused()
  await expect(visitor.heading('Grazie per il tuo tempo!')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Answers without a name are handled by nobody in particular: there is no code to keep.
  await expect(page.getByText('Codice della richiesta')).toHaveCount(0)
  expect(sends).toHaveLength(1)
})

const closed = (active: boolean) => ({
  definitions: [
    {
      code_tag: 'chiuso',
      tag_description: 'Ufficio che chiude',
      class: 'info',
      form_params: { form_title: 'Ufficio che chiude', auth_type: ['FREE'] },
      form_fields: [],
      children: [{ code_tag: 'domanda', tag_description: 'Fare una domanda', form_fields: [], children: [] }],
    },
  ],
  forms: [{ code_form: 'chiuso', description: 'Ufficio che chiude', code_tag: 'chiuso', active }],
})

test('the URL of an inactive form redirects to the maintenance page', async ({ page, visitor, deployment }) => {
  await deployment.importBundle(closed(true))
  await visitor.opens('/chiuso')
  await expect(visitor.option('Fare una domanda')).toBeVisible()
  await deployment.importBundle(closed(false))
  await expect(async () => {
    await visitor.opens('/chiuso')
    await expect(page).toHaveURL(/\/chiuso\/mantainance$/, { timeout: 500 })
  }).toPass()
  await expect(visitor.heading('Sito in manutenzione')).toBeVisible()
  await visitor.opens('/chiuso/open/domanda')
  await expect(page).toHaveURL(/\/chiuso\/mantainance$/)
})

test('the URLs of an unknown customer and of an unknown step show the page "not found"', async ({ page, visitor, expectConsoleError }) => {
  expectConsoleError(/status of 404/)
  for (const address of ['/nobody', '/comune-aurora/open/nowhere', '/comune-aurora/nowhere', '/notfound']) {
    const answer = await page.goto(address)
    expect(answer?.status(), address).toBe(404)
    await expect(visitor.heading('Siamo spiacenti')).toBeVisible()
    await expect(visitor.main.getByText('La pagina che cerchi non esiste.')).toBeVisible()
    // Below the code of a customer, the page has the look and the links of the customer.
    await expect(page.getByRole('contentinfo')).toHaveCount(address.startsWith('/comune-aurora') ? 1 : 0)
  }
})
