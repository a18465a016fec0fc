import { createHmac, randomUUID } from 'node:crypto'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { freshForm } from '../fixtures/form-settings-page.ts'
import { manages, Operator, ownerCredential } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

const REDMINE = { kind: 'redmine', url: 'https://redmine.invalid', token: 'a-token', project: 'lavori' }

/** Sends a request of a form whose questions are those of `freshForm`. @returns its ticket code */
async function sent(deployment: { url: string }, code: string, note: string): Promise<string> {
  const body = new FormData()
  body.append('code_tag', 'domanda')
  body.append('form_fields', JSON.stringify({ nota: note }))
  const response = await fetch(`${deployment.url}/forms-service/rs/v2/forms/${code}`, { method: 'POST', body, headers: { 'X-Api-Key': 'sportello-web' } })
  return ((await response.json()) as { data: { ticket: string } }).data.ticket
}

test('an operator maps answers to a ticket system, sees what it would receive, and gets an address and a secret for its states', async ({
  page,
  deployment,
}) => {
  test.slow()
  const code = `mappa-${randomUUID().slice(0, 8)}`
  const { bundle } = freshForm(['DATACOLLECTION'], { form: { code_form: code, params: { destination: REDMINE } } })
  await deployment.importBundle(bundle)

  const operator = new Operator(page, deployment)
  await operator.signsIn()
  await operator.opensView('Impostazioni form')
  await operator.filter('Codice').fill(code)
  await operator.row('Impostazioni form', code).getByRole('button', { name: 'Modifica' }).click()
  await page.getByRole('tab', { name: 'Destinazioni' }).click()
  const first = page.getByRole('group', { name: 'Destinazione 1' })
  await first.getByLabel('Scegli un dato: Titolo del ticket').selectOption('nota')
  await first.getByRole('button', { name: 'Inserisci: Titolo del ticket' }).press('Enter')
  await expect(first.getByLabel('Titolo del ticket', { exact: true })).toHaveValue('{{ nota }}')
  await first.getByRole('button', { name: 'Aggiungi attributo' }).click()
  await first.getByLabel('Attributo 1', { exact: true }).fill('cf_12')
  await first.getByLabel('Scegli un dato: Valore dell’attributo 1 (Liquid)').selectOption('language')
  await first.getByRole('button', { name: 'Inserisci: Valore dell’attributo 1 (Liquid)' }).press('Enter')
  await expect(first.getByLabel(/^Valore dell’attributo 1/)).toHaveValue('{{ language }}')
  await first.getByRole('button', { name: 'Aggiungi attributo' }).click()
  await first.getByLabel('Attributo 2', { exact: true }).fill('category_id')
  await first.getByLabel(/^Valore dell’attributo 2/).fill('{{ nota | nessun_filtro }}')
  await expectAccessible(page)

  // The form has no request yet, and its settings are not saved.
  await first.getByRole('button', { name: 'Prova senza inviare: redmine' }).click()
  const shown = operator.dialog('Che cosa riceverebbe redmine')
  await expect(shown.getByRole('status')).toContainText('Con risposte inventate')
  await expect(shown).toContainText('Nota [EXAMPLE]')
  await expect(shown).toContainText('category_id: Il modello ha un errore')
  await shown.getByText('Dati che puoi usare').click()
  await expect(shown).toContainText('{{ nota }} – Nota')
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'Chiudi' }).click()

  const ticket = await sent(deployment, code, 'Buca in via Roma')
  await expect(async () => {
    await first.getByRole('button', { name: 'Prova senza inviare: redmine' }).click()
    const isLatest = await shown.getByRole('status').textContent()
    await shown.getByRole('button', { name: 'Chiudi' }).click()
    expect(isLatest).toContain(ticket)
  }).toPass()
  await first.getByRole('button', { name: 'Prova senza inviare: redmine' }).click()
  await expect(shown).toContainText(`Buca in via Roma [${ticket}]`)
  await shown.getByText('Il messaggio per intero').click()
  await expect(shown.getByText('"project_id": "lavori"')).toBeVisible()
  await expect(shown).not.toContainText('a-token')
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'Chiudi' }).click()

  await expect(first.getByText(`/forms-service/rs/v2/forms/${code}/destinations/redmine/state`)).toBeVisible()
  await first.getByRole('button', { name: 'Genera un segreto: Segreto per gli stati' }).click()
  await expect(first.getByText(/^whsec_/)).toBeVisible()
  await first.getByLabel('Stati di lavoro concluso').fill('Evasa, Respinta')
  await expectAccessible(page)
  await first.getByRole('button', { name: 'Rimuovi: Attributo 2' }).click()
  await operator.button('Salva').click()
  await expect(operator.said(`Salvato: ${code}`)).toBeVisible()
  const saved = (await manages(deployment, await ownerCredential(deployment), 'GET', `/settings/forms/${code}`)) as {
    params: { destination: object }
    secrets: string[]
  }
  const { token: _, ...bare } = REDMINE
  expect(saved.params.destination).toEqual({ ...bare, title: '{{ nota }}', fields: { cf_12: '{{ language }}' }, done_states: ['Evasa', 'Respinta'] })
  expect(saved.secrets).toEqual(expect.arrayContaining(['destination.redmine.token', 'destination.redmine.state_secret']))
})

test('an operator sees in the inbox what a ticket system says about a ticket', async ({ page, deployment }) => {
  const code = `stati-${randomUUID().slice(0, 8)}`
  const state_secret = 'un-segreto-condiviso-con-redmine'
  const { bundle } = freshForm(['DATACOLLECTION'], { form: { code_form: code, params: { destination: { ...REDMINE, state_secret } } } })
  await deployment.importBundle(bundle)
  const ticket = await sent(deployment, code, 'Buca')

  /** Calls the address as Redmine does when the state of an issue changes. */
  async function redmineReports(name: string, is_closed: boolean): Promise<number> {
    const issue = { id: 4711, subject: `Buca [${ticket}]`, status: { id: 3, name, is_closed } }
    const body = JSON.stringify({ type: 'issue.updated', timestamp: new Date().toISOString(), data: { issue } })
    const signature = createHmac('sha256', state_secret).update(body).digest('hex')
    const { status } = await fetch(`${deployment.url}/forms-service/rs/v2/forms/${code}/destinations/redmine/state`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-redmine-signature-256': `sha256=${signature}` },
    })
    return status
  }
  const operator = new Operator(page, deployment)
  await operator.signsIn()
  const row = operator.row('Richieste', ticket)
  await expect(async () => {
    expect(await redmineReports('In corso', false)).toBe(202)
    await page.goto(`${deployment.url}/admin/management?view=requests&f.form=${code}`)
    await expect(row).toContainText('Redmine: In corso', { timeout: 1_000 })
  }).toPass()
  expect(await redmineReports('Risolta', true)).toBe(202)
  await page.reload()
  await expect(row).toContainText('Redmine: Risolta (concluso)')
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Dettagli' }).click()
  const panel = operator.dialog(`Ticket ${ticket}`)
  const states = panel.getByRole('region', { name: 'Nei sistemi di ticket' })
  await expect(states).toContainText('Redmine 4711')
  await expect(states).toContainText('Risolta (concluso)')
  await expect(panel.getByText('Redmine: In corso → Risolta')).toBeVisible()
  await expectAccessible(page)
})
