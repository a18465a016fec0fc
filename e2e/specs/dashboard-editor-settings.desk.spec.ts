import { expectAccessible } from '../fixtures/accessibility.ts'
import { FormEditor, importSport } from '../fixtures/form-editor.ts'
import { manages, openDashboard, ownerCredential } from '../fixtures/operator.ts'
import { publishInDialog } from '../fixtures/publish.ts'
import { expect, test } from '../fixtures/test.ts'

interface StoredStep {
  id: string
  code_tag: string
  twin_of?: string
  form_fields: { type: string; twin_of?: string; value: unknown }[]
  children: StoredStep[]
}

test('an author sets the access mode, ticket prefix, request limit and retention period of a form', async ({ page, deployment }) => {
  const code = await importSport(deployment)
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.opens(code)
  const { inspector } = editor
  await inspector.getByLabel('Tutti, senza e-mail').uncheck()
  await expect(inspector.getByText('Scegli almeno un modo: così nessuno può compilare il form.')).toBeVisible()
  await inspector.getByLabel('Tutti, con conferma via e-mail').check()
  await inspector.getByLabel('Inizio del numero di ticket').fill('SPORT-')
  await inspector.getByLabel('Quante richieste può inviare una persona').fill('5')
  await inspector.getByLabel('…in quanto tempo', { exact: true }).fill('1')
  await inspector.getByLabel('Unità di misura: …in quanto tempo').selectOption('giorni')
  await inspector.getByText('Conservazione delle richieste').click()
  // The same retention period applies to all outcomes of a request, until the author chooses separate periods.
  await inspector.getByLabel('Elimina le richieste concluse dopo', { exact: true }).fill('2')
  await inspector.getByLabel('Unità di misura: Elimina le richieste concluse dopo').selectOption('anni')
  await inspector.getByLabel('Un tempo diverso per ogni esito').check()
  await inspector.getByLabel('Richieste annullate', { exact: true }).fill('1')
  // A secret can be set but not read: no response of the server contains it.
  await inspector.getByText('Chiavi e accessi tecnici', { exact: true }).click()
  await inspector.getByLabel('Chiave SSO (AES)').fill('0123456789abcdef0123456789abcdef')
  await inspector.getByLabel('Inizio del numero di ticket').focus()
  await expect(inspector.getByRole('textbox', { name: 'Chiave SSO (AES)' })).toHaveValue('Impostato (non leggibile)')
  await expectAccessible(page)
  await editor.isSaved()
  await expect(inspector.getByRole('textbox', { name: 'Chiave SSO (AES)' })).toHaveValue('Impostato (non leggibile)')
  const stored = await manages(deployment, await ownerCredential(deployment), 'GET', `/definitions/${code}`)
  expect(stored).toMatchObject({
    form_params: {
      auth_type: ['FREE'],
      ticket_prefix: 'SPORT-',
      max_requests: 5,
      max_period: 24,
      retention: { processed: 730, failed: 730, expired: 730, cancelled: 365 },
    },
  })
  expect(JSON.stringify(stored)).not.toContain('0123456789abcdef')
  await editor.opens(code)
  await inspector.getByText('Chiavi e accessi tecnici', { exact: true }).click()
  await expect(inspector.getByRole('textbox', { name: 'Chiave SSO (AES)' })).toHaveValue('Impostato (non leggibile)')
  await expect(inspector.getByRole('textbox', { name: 'Chiave segreta di reCAPTCHA' })).toHaveValue('')
})

test('a step that was cut is pasted elsewhere with its fields, and pasting it into itself changes nothing', async ({ page, deployment }) => {
  const code = await importSport(deployment)
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.opens(code, 'corso')
  await editor.selects('Iscriviti a un corso')
  await page.keyboard.press('Control+x')
  await page.keyboard.press('Control+v')
  await expect(page.getByText('Un passo non si può mettere dentro sé stesso.')).toBeVisible()
  await editor.selects('Prenota un campo')
  await page.keyboard.press('Control+v')
  await expect(editor.step('Iscriviti a un corso')).toHaveAttribute('aria-level', '3')
  await expect(editor.panel.getByRole('textbox', { name: 'Domanda' })).toHaveValue('Livello')
  await editor.isSaved()
})

test('an author writes rich text with answers as variables, pastes HTML of which only allowed elements are kept, and tests a format', async ({
  page,
  deployment,
  expectConsoleError,
}) => {
  // The browser logs an error for the event handler of the pasted link, because it refuses to run it.
  expectConsoleError(/inline event handler/)
  const code = await importSport(deployment)
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.opens(code, 'campo')
  await editor.adds('Riepilogo dopo l’invio')
  const { inspector } = editor
  const text = inspector.getByRole('textbox', { name: 'Testo', exact: true })
  await text.click()
  await page.keyboard.type('Grazie ')
  await inspector.getByLabel('Inserisci una risposta').selectOption('Nome')
  await page.keyboard.type(', a presto ')
  await inspector.getByRole('button', { name: 'Grassetto' }).click()
  await page.keyboard.type('davvero')
  await text.evaluate((element) => {
    const data = new DataTransfer()
    data.setData('text/html', '<p>E <a href="https://example.org/" onclick="alert(1)">qui</a><script>alert(2)</script><font color="red">!</font></p>')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expectAccessible(page)
  await editor.isSaved()
  const stored = JSON.stringify(await manages(deployment, await ownerCredential(deployment), 'GET', `/definitions/${code}`))
  expect(stored).toContain('Grazie {{ nome }}, a presto <strong>davvero</strong>')
  expect(stored).toContain('href=\\"https://example.org/\\"')
  expect(stored).not.toMatch(/alert|font|onclick/)

  // The rich-text editor does not support tables, so the author edits this text as HTML source.
  await inspector.getByRole('button', { name: 'Modifica come HTML' }).click()
  await inspector.getByLabel('Testo (HTML)').fill('<table><tbody><tr><td>1</td></tr></tbody></table>')
  await expect(inspector.getByText(/si modificano solo come HTML/)).toBeVisible()

  await editor.adds('Testo breve')
  await editor.types('Targa')
  await inspector.getByLabel('Formato', { exact: true }).selectOption('Targa')
  await inspector.getByLabel('Altro formato', { exact: true }).selectOption('Un altro…')
  await inspector.getByLabel('Formato (espressione regolare)').fill('[A-Z]{2} ?[0-9]{3} ?[A-Z]{2}')
  await inspector.getByLabel('Prova un valore').fill('AB 123')
  await expect(inspector.getByText('Rifiutato')).toBeVisible()
  await inspector.getByLabel('Prova un valore').fill('AB 123 CD')
  await expect(inspector.getByText('Accettato')).toBeVisible()
  await editor.isSaved()
})

const TYPES = [
  'Testo breve',
  'Testo lungo',
  'E-mail',
  'Numero intero',
  'Numero con decimali',
  'Spunta (sì o no)',
  'Una scelta da un elenco',
  'Data',
  'File',
  'Più scelte',
  'Scala',
  'Elenco di valori',
  'Codice fiscale',
] as const

test('an author adds a question or block of each type, and publishes them', async ({ page, deployment }) => {
  test.slow()
  const code = await importSport(deployment)
  const service = `mesi-${code}`
  await deployment.importBundle({ integrations: [{ service, kind: 'static', options: { Gennaio: 'gen', Febbraio: 'feb' } }] })
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  const { inspector } = editor
  await editor.opens(code, 'corso')
  for (const type of TYPES) {
    await editor.addsExactly(type)
    await editor.types(`Una domanda: ${type}`)
    if (type === 'Una scelta da un elenco' || type === 'Più scelte') {
      const table = type === 'Più scelte' ? 'Caselle' : 'Opzioni'
      await inspector.getByLabel(`Testo, ${table}, riga 1`).fill('Prima')
      await inspector.getByLabel(`Testo, ${table}, riga 2`).fill('Seconda')
      // The first pasted lines replace the existing rows, and the others are added as new rows with consecutive values.
      await inspector.getByLabel(`Testo, ${table}, riga 1`).evaluate((cell) => {
        const data = new DataTransfer()
        data.setData('text/plain', 'Prima\nSeconda\nTerza\nQuarta')
        cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      })
      await expect(inspector.getByLabel(`Valore inviato, ${table}, riga 4`)).toHaveValue('4')
      // The card shows the control as visitors see it. The Tab key skips this control, because it is only a sample.
      const sample = editor.card(`Una domanda: ${type}`).locator('.control-sample')
      await expect(sample.getByText('Seconda').first()).toBeAttached()
      await expect(sample).toHaveAttribute('inert')
    }
  }
  await editor.addsExactly('Riquadro colorato')
  await inspector.getByRole('textbox', { name: 'Testo', exact: true }).fill('La prima lezione è gratuita.')
  await editor.addsExactly('Domande frequenti')
  await inspector.getByLabel('Domanda', { exact: true }).fill('Quando?')
  await inspector.getByRole('textbox', { name: 'Risposta', exact: true }).fill('Sempre')
  await editor.addsExactly('Condizioni da accettare')
  await inspector.getByRole('textbox', { name: 'Testo delle condizioni' }).fill('Il regolamento.')
  await editor.addsExactly('Riepilogo dopo l’invio')
  await inspector.getByRole('textbox', { name: 'Testo', exact: true }).fill('Grazie!')
  await editor.addsExactly('Conferma prima dell’invio')
  await inspector.getByLabel('Titolo', { exact: true }).fill('Sicuri?')
  await inspector.getByRole('textbox', { name: 'Testo', exact: true }).fill('La richiesta parte.')
  await editor.addsExactly('Bottone di invio')
  await inspector.getByLabel('Scritta').fill('Iscrivimi')
  await editor.addsExactly('Hai ancora bisogno di aiuto?')
  await inspector.getByLabel('Testo', { exact: true }).fill('Serve altro?')
  await inspector.getByRole('button', { name: 'Aggiungi una domanda' }).click()
  await inspector.getByLabel('Domanda', { exact: true }).fill('Che cosa?')
  await editor.addsExactly('Testo nella testata')
  await inspector.getByRole('textbox', { name: 'Testo', exact: true }).fill('Ufficio sport')
  await editor.addsExactly('Bottone nella testata')
  await inspector.getByLabel('Titolo', { exact: true }).fill('Sito')
  await inspector.getByLabel('Indirizzo del link').fill('https://example.org/')
  await editor.addsExactly('Piè di pagina')
  await inspector.getByRole('button', { name: 'Aggiungi una colonna' }).click()
  await inspector.getByLabel('Titolo', { exact: true }).last().fill('Contatti')
  await inspector.getByRole('button', { name: 'Aggiungi una riga' }).last().click()
  await inspector.getByLabel('Testo (HTML), Voci, riga 1').last().fill('Via Roma 1')
  await editor.addsExactly('E-mail di chi invia')
  await editor.types('La tua e-mail')
  await editor.addsExactly('Dati per l’accesso con token')
  await inspector.getByRole('button', { name: 'Aggiungi una domanda' }).click()
  await inspector.getByLabel('Domanda', { exact: true }).fill('Cognome')
  await editor.addsExactly('Scelta da un servizio')
  await editor.types('Mese')
  await inspector.getByLabel('Servizio che dà le opzioni').selectOption(service)
  await inspector.getByRole('button', { name: 'Prova', exact: true }).click()
  await expect(inspector.getByText('Opzioni trovate: 2')).toBeVisible()
  await expect(inspector.getByRole('listitem').filter({ hasText: 'Gennaio' })).toContainText('gen')
  await expectAccessible(page)
  await editor.isSaved()

  await editor.button('Pubblica').click()
  await publishInDialog(page)
  await expect(page.getByText('Versione 2, pubblicata')).toBeVisible()
  const { children } = (await manages(deployment, await ownerCredential(deployment), 'GET', `/definitions/${code}`)) as StoredStep
  const types = new Set(children[1]?.form_fields.map((field) => kindOf(field)))
  expect(types.size).toBe(TYPES.length + 13)
  // A new field for terms is required by default, so visitors must accept the terms before they can submit the form.
  expect(children[1]?.form_fields.find(({ type }) => type === 'TERMS_CONDITIONS')).toMatchObject({ required: true, value: { shown_as: 'button' } })
  expect(JSON.stringify(children[1])).toContain('"nomeColonna":"Contatti"')
})

const kindOf = ({ type, value }: StoredStep['form_fields'][number]) =>
  type === 'PROPERTY' ? (value as { default_value: { input_type: string } }).default_value.input_type : type
