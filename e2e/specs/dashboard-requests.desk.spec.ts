import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { manages, Operator, openDashboard, ownerCredential } from '../fixtures/operator.ts'
import { randomPng } from '../fixtures/png.ts'
import { publishInDialog } from '../fixtures/publish.ts'
import { sentRequest } from '../fixtures/sent-request.ts'
import { expect, test } from '../fixtures/test.ts'

test('an operator finds a request, reads it, downloads its file, and resends its confirmation mail', async ({ page, visitor, deployment, address }) => {
  await visitor.opensReport()
  await visitor.fillsRequired()
  await visitor.attaches({ name: 'buca.png', mimeType: 'image/png', buffer: randomPng(8) })
  const ticket = await visitor.sends(address)
  await deployment.mailbox.receive(address, visitor.words.confirmSubject)

  await openDashboard(page, deployment, 'requests')
  await expect(page.getByRole('heading', { name: 'Richieste', level: 1 })).toBeVisible()
  const table = page.getByRole('table', { name: 'Richieste' })
  await table.getByLabel('Filtra per E-mail').fill(address)
  const row = table.getByRole('row').filter({ hasText: ticket })
  await expect(row).toContainText('In attesa di conferma')
  await expect(table.getByRole('row')).toHaveCount(3)
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Dettagli' }).click()
  const detail = page.getByRole('dialog', { name: `Ticket ${ticket}` })
  await expect(detail.getByText('Via dei Tigli 12')).toBeVisible()
  await expectAccessible(page)
  const taken = page.waitForEvent('download')
  await detail.getByRole('button', { name: 'buca.png', exact: true }).click()
  expect((await taken).suggestedFilename()).toBe('buca.png')
  await detail.getByRole('button', { name: /^Conferma, / }).click()
  const mail = page.getByRole('dialog', { name: visitor.words.confirmSubject })
  await expect(mail.getByText(/validation\?code=…/)).toBeVisible()
  await mail.getByRole('button', { name: 'Chiudi' }).click()
  await detail.getByRole('button', { name: 'Invia di nuovo la conferma' }).click()
  await page.getByRole('dialog', { name: 'Invia di nuovo la conferma' }).getByRole('button', { name: 'Invia di nuovo la conferma' }).click()
  await expect(page.getByText(`Fatto: ${ticket}`)).toBeVisible()
  await deployment.mailbox.receive(address, visitor.words.confirmSubject)
  await expect(detail.getByRole('button', { name: /^Conferma, / })).toHaveCount(2)

  await detail.getByRole('button', { name: 'Annulla la richiesta' }).click()
  const cancelling = page.getByRole('dialog', { name: 'Annulla la richiesta' })
  // The labels of the two buttons in the dialog begin with different words, so that operators do not confuse them.
  await expect(cancelling.getByRole('button')).toHaveText(['Lasciala com’è', 'Annulla la richiesta'])
  await cancelling.getByRole('button', { name: 'Annulla la richiesta' }).click()
  await expect(detail.getByText('Annullata', { exact: true })).toBeVisible()
  await detail.getByRole('button', { name: 'Chiudi' }).click()
  await expect(row).toContainText('Annullata')

  await page.getByRole('button', { name: 'Esporta', exact: true }).click()
  const exporting = page.getByRole('dialog', { name: 'Esporta le richieste' })
  const states = exporting.getByRole('group', { name: 'Stati (nessuno: tutti)' })
  await expect(exporting.getByRole('region', { name: 'Anteprima delle prime righe' })).toContainText(ticket)
  await expectAccessible(page)
  await states.getByLabel('Elaborata').check()
  await expect(exporting.getByText('Nessuna richiesta con queste scelte.')).toBeVisible()
  await states.getByLabel('Elaborata').uncheck()
  await states.getByLabel('Annullata').check()
  await exporting.getByRole('group', { name: 'Colonne' }).getByLabel('Lingua').uncheck()
  await exporting.getByLabel('Intestazioni').selectOption('Deutsch')
  await expect(exporting.getByRole('columnheader', { name: 'Status' })).toBeVisible()
  const [file] = await Promise.all([page.waitForEvent('download'), exporting.getByRole('button', { name: 'Esporta CSV' }).click()])
  expect(file.suggestedFilename()).toMatch(/^sportello-\d{4}-\d\d-\d\d\.csv$/)
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv).toContain(ticket)
  expect(csv.split('\r\n')[0]).not.toContain('Sprache')
  await exporting.getByRole('button', { name: 'Chiudi' }).click()
})

test('an operator reads one request after the other beside the list, and copies the link to a request', async ({ page, deployment, context }) => {
  const { code, ticket } = await sentRequest(deployment)
  const body = new FormData()
  body.append('code_tag', 'una')
  body.append('form_fields', JSON.stringify({ nota: 'La seconda' }))
  await fetch(`${deployment.url}/forms-service/rs/v2/forms/${code}`, { method: 'POST', headers: { 'X-Api-Key': 'sportello-web' }, body })
  await openDashboard(page, deployment, `requests&f.form=${code}`)
  const operator = new Operator(page, deployment)
  const lists = page.getByRole('navigation', { name: 'Elenchi' })
  for (const name of ['Da guardare', 'Nuove', 'In attesa', 'Oggi', 'Tutte']) await expect(lists.getByRole('link', { name, exact: true })).toBeVisible()
  const opener = operator.row('Richieste', ticket).getByRole('button', { name: 'Dettagli' })
  await opener.click()
  const first = operator.dialog(`Ticket ${ticket}`)
  await expect(first.getByText('Scritta senza mouse')).toBeVisible()
  await expect(first.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(operator.table('Richieste')).toBeVisible()
  await expect(first.getByRole('button', { name: 'Successiva' })).toBeDisabled()
  await expectAccessible(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await first.getByRole('button', { name: 'Copia il link' }).click()
  await expect(operator.said('Link copiato')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())

  await page.keyboard.press('k')
  const second = page.getByRole('dialog', { name: /^Ticket/ })
  await expect(second.getByText('La seconda')).toBeVisible()
  await page.keyboard.press('j')
  await expect(first.getByText('Scritta senza mouse')).toBeVisible()
  // The Back button closes the panel, even if the operator has opened another request in it.
  await page.goBack()
  await expect(second).toHaveCount(0)
  await opener.click()
  await expect(first.getByRole('heading', { level: 2 })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(second).toHaveCount(0)
  await expect(opener).toBeFocused()

  await page.getByRole('link', { name: 'Nuove' }).click()
  await expect(page.getByRole('link', { name: 'Nuove' })).toHaveAttribute('aria-current', 'page')
  await expect(operator.row('Richieste', ticket)).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(link)
  await expect(first.getByText('Scritta senza mouse')).toBeVisible()
  await expect(operator.table('Richieste')).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessible(page)
  await first.getByRole('button', { name: 'Chiudi' }).click()
  await expect(operator.table('Richieste')).toBeVisible()
})

test('an operator filters the list of mails by recipient and state, and the filter survives a reload', async ({ page, visitor, deployment, address }) => {
  await visitor.opensReport()
  await visitor.fillsRequired()
  await visitor.sends(address)
  await deployment.mailbox.receive(address, visitor.words.confirmSubject)
  await openDashboard(page, deployment, 'mails')
  const table = page.getByRole('table', { name: 'Posta' })
  await table.getByLabel('Filtra per Destinatario').fill(address)
  await expect(table.getByRole('row').filter({ hasText: address })).toContainText('Inviata')
  await expectAccessible(page)
  await table.getByLabel('Filtra per Stato').selectOption('failed')
  await expect(page.getByText('Nessun elemento presente')).toBeVisible()
  await page.reload()
  await expect(table.getByLabel('Filtra per Stato')).toHaveValue('failed')
})

test('an operator sees the health of the deployment', async ({ page, deployment }) => {
  await openDashboard(page, deployment, 'health')
  await expect(page.getByRole('region', { name: 'Database' })).toContainText('18.')
  await expect(page.getByRole('region', { name: 'Coda dei lavori' })).toContainText('Processi al lavoro')
  await expectAccessible(page)
})

test('an operator cannot publish a draft that another operator has changed, and restoring an older version keeps the draft', async ({
  page,
  deployment,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409/)
  const definition = {
    code_tag: 'a-due',
    form_params: { auth_type: ['FREE'] },
    form_fields: [{ type: 'HTML', ordering: 1, value: '<p>Informazioni</p>' }],
    children: [],
  }
  await deployment.importBundle({ definitions: [{ ...definition, tag_description: 'Prima' }], forms: [{ code_form: 'a-due', code_tag: 'a-due' }] })
  const other = await ownerCredential(deployment)
  const drafts = (title: string) => manages(deployment, other, 'PUT', '/definitions/a-due', { ...definition, tag_description: title })
  await drafts('Vista')
  await openDashboard(page, deployment, 'definitions')
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'a-due', exact: true }) })
  await row.getByRole('button', { name: 'Pubblica' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pubblica' })
  await expect(dialog).toContainText('La bozza è stata salvata il')
  await drafts('Mai vista')
  await publishInDialog(page)
  await expect(dialog.getByRole('alert')).toContainText('Qualcun altro ha modificato')
  await expect(dialog.getByRole('alert')).toContainText('decidi di nuovo')
  await dialog.getByRole('button', { name: 'Annulla' }).click()
  await expect(row).toContainText('da pubblicare')

  await row.getByRole('button', { name: 'Pubblica' }).click()
  await publishInDialog(page)
  await expect(row).not.toContainText('da pubblicare')
  await drafts('Lavoro non finito')
  await page.reload()
  await row.getByRole('button', { name: 'Versioni' }).click()
  await page.getByRole('row').filter({ hasText: /^1/ }).getByRole('button', { name: 'Rimetti in uso' }).click()
  const restoring = page.getByRole('dialog', { name: 'Rimetti in uso' })
  await expect(restoring).toContainText('C’è una bozza non pubblicata: resta com’è')
  await restoring.getByRole('button', { name: 'Rimetti in uso' }).click()
  await expect(page.getByText(/^Versione rimessa in uso/)).toBeVisible()
  await expect(row).toContainText('Prima')
  expect(await manages(deployment, other, 'GET', '/definitions/a-due')).toMatchObject({ tag_description: 'Lavoro non finito' })
})

test('a bundle that an owner uploads is imported completely, or not at all if it has errors', async ({ page, visitor, deployment, expectConsoleError }) => {
  expectConsoleError(/status of 400/)
  await openDashboard(page, deployment, 'definitions')
  const upload = async (bundle: object) => {
    await page.getByRole('button', { name: 'Carica un bundle' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Carica un bundle' })
    // The text about the chosen file is in the dashboard's language, although the language of the test's browser is
    // English.
    await expect(dialog.getByText('Nessun file scelto')).toBeVisible()
    await dialog.getByLabel('File (JSON)').setInputFiles({ name: 'b.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(bundle)) })
    await dialog.getByRole('button', { name: 'Carica un bundle' }).click()
    return dialog
  }
  const forms = [{ code_form: 'caricato', code_tag: 'caricato' }]
  const dialog = await upload({ forms: [...forms, ...Array.from({ length: 20 }, (_, at) => ({ code_form: `perso-${at}`, code_tag: `perso-${at}` }))] })
  const faults = dialog.getByRole('region', { name: 'Errori nel documento' })
  await expect(faults).toContainText('/forms/0/code_tag')
  // The whole dialog scrolls, not a list inside it, so that the operator can read all errors of the import.
  expect(await faults.getByRole('list').evaluate((list) => list.scrollHeight - list.clientHeight)).toBeLessThanOrEqual(0)
  await dialog.getByRole('button', { name: 'Annulla' }).click()
  await page.getByRole('button', { name: 'Esci senza salvare' }).click()
  await upload({
    definitions: [
      { code_tag: 'caricato', tag_description: 'Benvenuti', form_params: { auth_type: ['FREE'] }, children: [{ code_tag: 'a', tag_description: 'Una voce' }] },
    ],
    forms,
  })
  await expect(page.getByText('Bundle caricato: 2 aggiunti, 0 cambiati, 0 invariati')).toBeVisible()
  await visitor.opens('/caricato')
  await expect(visitor.step('Benvenuti')).toBeVisible()
})

test('an operator writes a mail template and previews the mail before saving', async ({ page, deployment, expectConsoleError }) => {
  expectConsoleError(/status of 400/)
  // Playwright tries to run a script in the preview's frame. The frame blocks scripts, which causes this console error.
  expectConsoleError(/Blocked script execution in 'about:blank'/)
  await openDashboard(page, deployment, 'templates')
  await expect(page.getByRole('rowheader', { name: 'aurora-conferma' }).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Aggiungi' }).click()
  const dialog = page.getByRole('dialog', { name: 'Aggiungi modello' })
  await expect(dialog.getByRole('button', { name: 'Salva' })).toBeDisabled()
  await dialog.getByLabel(/^Nome/).fill('prova')
  await dialog.getByLabel(/^Oggetto/).fill('Ticket {{ ticket }}')
  await dialog.getByLabel(/^Testo/).fill('{% if %}')
  await dialog.getByRole('button', { name: 'Salva' }).click()
  await expect(dialog.getByRole('region', { name: 'Errori nel documento' })).toContainText('html')
  await dialog.getByLabel(/^Testo/).fill('<p>Grazie, {{ indirizzo }}</p>')
  await dialog.getByLabel('Form per l’anteprima').fill('comune-aurora')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Anteprima' }).click()
  await expect(dialog.getByText('Ticket AB-12345678')).toBeVisible()
  const mail = dialog.frameLocator('iframe[title="Anteprima"]')
  await expect(mail.getByRole('paragraph').filter({ hasText: /^Grazie, \[/ })).toBeVisible()
  // The preview applies the mail's own styles, although the page's content security policy would block them as inline
  // styles.
  await expect(mail.locator('body')).toHaveCSS('background-color', /^rgb\((?:244, 246, 248|18, 24, 31)\)$/)
  await dialog.getByLabel(/^Invia la prova a/).fill('collega@example.org')
  await dialog.getByRole('button', { name: 'Invia una prova' }).click()
  await expect(dialog.getByText('Prova inviata a collega@example.org')).toBeVisible()
  await dialog.getByLabel(/^Oggetto/).fill('Ticket {{ tiket }}')
  await dialog.getByRole('button', { name: 'Salva' }).click()
  const question = page.getByRole('dialog').filter({ hasText: 'Queste variabili non esistono' }).last()
  await expect(question).toContainText('tiket')
  await question.getByRole('button', { name: 'Annulla' }).click()
  await dialog.getByLabel(/^Oggetto/).fill('Ticket {{ ticket }}')
  await dialog.getByRole('button', { name: 'Salva' }).click()
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'prova', exact: true }) })
  await row.getByRole('button', { name: 'Elimina', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Elimina', exact: true }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Annulla l’eliminazione' }).click()
  await expect(row).toBeVisible()
})
