import { randomUUID } from 'node:crypto'
import { expectAccessible } from '../fixtures/accessibility.ts'
import type { Deployment } from '../fixtures/deployment.ts'
import { makeOperator, manages, Operator, openDashboard, ownerCredential } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

/** Sends requests to a form of its own whose tickets stay in the dashboard, and returns their tickets, newest first. */
async function deskRequests(deployment: Deployment, texts: readonly string[]): Promise<{ code: string; tickets: string[] }> {
  const code = `banco-${randomUUID().slice(0, 8)}`
  const note = { type: 'PROPERTY', ordering: 1, value: { property_code: 'nota', property_description: 'Nota', default_value: { input_type: 'text' } } }
  await deployment.importBundle({
    definitions: [
      {
        code_tag: code,
        tag_description: 'Banco',
        form_params: { auth_type: ['DATACOLLECTION'], desk_states: ['Dal tecnico'], desk_labels: ['urgente'] },
        children: [{ code_tag: 'una', tag_description: 'Una voce', form_fields: [note] }],
      },
    ],
    forms: [{ code_form: code, code_tag: code }],
  })
  const tickets: string[] = []
  for (const nota of texts) {
    const body = new FormData()
    body.append('code_tag', 'una')
    body.append('form_fields', JSON.stringify({ nota }))
    const answer = await fetch(`${deployment.url}/forms-service/rs/v2/forms/${code}`, { method: 'POST', headers: { 'X-Api-Key': 'sportello-web' }, body })
    const { data } = (await answer.json()) as { data: { ticket: string } }
    tickets.unshift(data.ticket)
  }
  // The worker opens the tickets.
  const opened = async () =>
    ((await manages(deployment, await ownerCredential(deployment), 'GET', `/requests?desk=-closed&form=${code}`)) as { total: number }).total
  await expect.poll(opened).toBe(texts.length)
  return { code, tickets }
}

test('an agent takes a request, works on it with the keyboard only, notes what was done, and closes it', async ({ page, deployment }) => {
  const { code, tickets } = await deskRequests(deployment, ['Lampione spento', 'Buca in via Roma'])
  const [ticket = '', other = ''] = tickets
  await openDashboard(page, deployment, `requests&f.form=${code}&f.desk=-closed`)
  const operator = new Operator(page, deployment)
  await expect(operator.row('Richieste', ticket)).toContainText('Da fare')
  await expectAccessible(page)
  await operator.row('Richieste', ticket).getByRole('button', { name: 'Dettagli' }).focus()
  await page.keyboard.press('Enter')
  const panel = operator.dialog(`Ticket ${ticket}`)
  const work = panel.getByRole('region', { name: 'Lavorazione' })
  await expect(work.getByRole('button', { name: 'Salva' })).toBeDisabled()
  await work.getByLabel('Stato').focus()
  await page.keyboard.press('ArrowDown')
  await expect(work.getByLabel('Stato')).toHaveValue('Dal tecnico')
  await operator.typesDay('Entro il', -3)
  await work.getByLabel('urgente').press('Space')
  await work.getByLabel('Altra etichetta').fill('in strada')
  await page.keyboard.press('Enter')
  await expect(operator.said(`Salvata: ${ticket}`)).toBeVisible()
  await work.getByRole('button', { name: 'Prendi in carico' }).press('Enter')
  const timeline = panel.getByRole('region', { name: 'Cronologia' })
  await expect(timeline.getByRole('listitem').filter({ hasText: 'Stato: da «Da fare» a «Dal tecnico»' })).toBeVisible()
  await expect(timeline).toContainText('Etichette: da «nulla» a «in strada, urgente»')
  await expect(timeline).toContainText('Assegnata a: da «Nessuno» a')
  await expect(work.getByRole('button', { name: 'Prendi in carico' })).toHaveCount(0)

  const note = timeline.getByLabel('Nota interna')
  await note.fill('Sentito il tecnico:\npassa giovedì')
  // A note that was begun survives a look at another request.
  await panel.getByRole('button', { name: 'Successiva' }).press('Enter')
  await expect(operator.dialog(`Ticket ${other}`).getByLabel('Nota interna')).toHaveValue('')
  await operator.dialog(`Ticket ${other}`).getByRole('button', { name: 'Precedente' }).press('Enter')
  await expect(note).toHaveValue('Sentito il tecnico:\npassa giovedì')
  await timeline.getByRole('button', { name: 'Aggiungi la nota' }).press('Enter')
  await expect(timeline.getByRole('listitem').filter({ hasText: 'passa giovedì' })).toBeVisible()
  await expect(note).toHaveValue('')
  await expectAccessible(page)

  await panel.getByRole('button', { name: 'Chiudi', exact: true }).press('Enter')
  const row = operator.row('Richieste', ticket)
  await expect(row).toContainText('In ritardo: ')
  await expect(row).toContainText('in strada')
  await page.getByRole('navigation', { name: 'Elenchi' }).getByRole('link', { name: 'In ritardo' }).press('Enter')
  await expect(row).toBeVisible()
  await expect(operator.row('Richieste', other)).toHaveCount(0)
  await row.getByRole('button', { name: 'Dettagli' }).press('Enter')
  await work.getByRole('button', { name: 'Segna come chiusa' }).press('Enter')
  await expect(work.getByRole('button', { name: 'Riapri' })).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await expectAccessible(page)
})

test('two agents never overwrite each other: the second sees what the first has changed', async ({ page, deployment, expectConsoleError }) => {
  expectConsoleError(/409 \(Conflict\)/)
  const { tickets } = await deskRequests(deployment, ['Una sola'])
  const [ticket = ''] = tickets
  await openDashboard(page, deployment, `requests&request=${ticket}`)
  const operator = new Operator(page, deployment)
  const panel = operator.dialog(`Ticket ${ticket}`)
  const work = panel.getByRole('region', { name: 'Lavorazione' })
  await work.getByLabel('Stato').selectOption('Chiusa')
  await manages(deployment, await ownerCredential(deployment), 'PUT', `/requests/${ticket}/desk`, { state: 'Dal tecnico' })
  await work.getByRole('button', { name: 'Salva' }).click()
  await expect(work.getByRole('alert')).toContainText('ora la vedi com’è adesso')
  await expect(work.getByLabel('Stato')).toHaveValue('Dal tecnico')
  await work.getByLabel('Stato').selectOption('Chiusa')
  await work.getByRole('button', { name: 'Salva' }).click()
  await expect(work.getByRole('alert')).toHaveCount(0)
  await expect(work.getByRole('button', { name: 'Riapri' })).toBeVisible()
})

test('an agent changes several requests at once; a viewer sees the work and changes nothing', async ({ page, deployment }) => {
  const { code, tickets } = await deskRequests(deployment, ['Prima', 'Seconda', 'Terza'])
  const [third = '', second = '', first = ''] = tickets
  await openDashboard(page, deployment, `requests&f.form=${code}&f.desk=-closed`)
  const operator = new Operator(page, deployment)
  await page.getByRole('checkbox', { name: `Seleziona ${first}`, exact: true }).check()
  await page.getByRole('checkbox', { name: `Seleziona ${second}`, exact: true }).check()
  const actions = page.getByRole('region', { name: 'Cambia le selezionate' })
  await expect(actions).toContainText('2 selezionate')
  await expectAccessible(page)
  await actions.getByRole('button', { name: 'Cambia le selezionate' }).click()
  await operator.field('Stato').selectOption('Dal tecnico')
  await operator.field('Aggiungi l’etichetta').fill('insieme')
  await expectAccessible(page)
  await operator.dialog('Cambia le selezionate').getByRole('button', { name: 'Salva' }).click()
  await expect(operator.said('2 richieste cambiate')).toBeVisible()
  await expect(actions).toHaveCount(0)
  for (const ticket of [first, second]) await expect(operator.row('Richieste', ticket)).toContainText('insieme')
  await expect(operator.row('Richieste', third)).toContainText('Da fare')
  await page.getByRole('checkbox', { name: 'Seleziona tutte quelle della pagina' }).check()
  await actions.getByRole('button', { name: 'Segna come chiusa' }).click()
  await expect(operator.said('3 richieste cambiate')).toBeVisible()
  await expect(page.getByText('Nessun elemento presente')).toBeVisible()

  const username = `vede-${code}`
  await makeOperator(deployment, { username, password: 'Un-faro-di-notte-26', role: 'viewer' })
  await page.context().clearCookies()
  await page.goto(`${deployment.url}/admin/management/sign-in`)
  await page.getByLabel('Nome utente').fill(username)
  await page.getByLabel('Password', { exact: true }).fill('Un-faro-di-notte-26')
  await page.keyboard.press('Enter')
  await operator.seesHome()
  await page.goto(`${deployment.url}/admin/management?view=requests&f.form=${code}`)
  await expect(operator.row('Richieste', first)).toContainText('insieme')
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await operator.row('Richieste', first).getByRole('button', { name: 'Dettagli' }).click()
  const panel = operator.dialog(`Ticket ${first}`)
  await expect(panel.getByRole('region', { name: 'Lavorazione' })).toContainText('Chiusa')
  await expect(panel.getByLabel('Nota interna')).toHaveCount(0)
  await expect(panel.getByRole('button', { name: 'Salva' })).toHaveCount(0)
})
