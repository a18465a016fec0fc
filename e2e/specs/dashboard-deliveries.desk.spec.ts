import { randomUUID } from 'node:crypto'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { freshForm } from '../fixtures/form-settings-page.ts'
import { manages, Operator, ownerCredential } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

test('an operator sees why a delivery failed, tests its destination, sends the ticket again and adds a destination', async ({
  page,
  deployment,
  expectConsoleError,
}) => {
  test.slow()
  expectConsoleError(/status of 400/)
  const code = `consegne-${randomUUID().slice(0, 8)}`
  // The delivery fails and is not retried, because the server never delivers to private IP addresses.
  const destination = { kind: 'webhook', name: 'ufficio', url: 'https://10.0.0.1/ganci', secret: `whsec_${Buffer.alloc(32, 5).toString('base64')}` }
  const step = {
    code_tag: 'segnala',
    tag_description: 'Segnala',
    form_fields: [{ type: 'PROPERTY', ordering: 1, value: { property_code: 'via', property_description: 'Via', default_value: { input_type: 'text' } } }],
    children: [],
  }
  await deployment.importBundle({
    definitions: [{ code_tag: `${code}-root`, tag_description: 'Segnalazioni', form_params: { auth_type: ['DATACOLLECTION'], destination }, children: [step] }],
    forms: [{ code_form: code, description: 'Segnalazioni', code_tag: `${code}-root`, client_url: 'https://example.org/', params: { destination } }],
  })
  const body = new FormData()
  body.append('code_tag', 'segnala')
  body.append('form_fields', '{"via":"Via dei Tigli"}')
  const sent = await fetch(`${deployment.url}/forms-service/rs/v2/forms/${code}`, { method: 'POST', body, headers: { 'X-Api-Key': 'sportello-web' } })
  const { ticket } = ((await sent.json()) as { data: { ticket: string } }).data

  const operator = new Operator(page, deployment)
  await operator.signsIn()
  await operator.opensView('Consegne')
  await operator.filter('Form').fill(code)
  const row = operator.row('Consegne', ticket)
  await expect(row).toContainText('Abbandonata', { timeout: 15_000 })
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Dettagli' }).click()
  const detail = operator.dialog(`Ticket ${ticket}`)
  await expect(detail.getByText('Non riuscita')).toBeVisible()
  await expect(detail.getByText(/stands for an address that is not public/).first()).toBeVisible()
  await expectAccessible(page)
  await detail.getByRole('button', { name: 'Invia di nuovo: ufficio' }).click()
  await operator.dialog('Invia di nuovo').getByRole('button', { name: 'Invia di nuovo', exact: true }).click()
  await expect(operator.said(`Fatto: ${ticket}`)).toBeVisible()
  await detail.getByRole('button', { name: 'Chiudi' }).click()

  await operator.opensView('Impostazioni form')
  await operator.filter('Codice').fill(code)
  await operator.row('Impostazioni form', code).getByRole('button', { name: 'Modifica' }).click()
  await page.getByRole('tab', { name: 'Destinazioni' }).click()
  const first = page.getByRole('group', { name: 'Destinazione 1' })
  await expect(first.getByLabel('URL')).toHaveValue(/10\.0\.0\.1/)
  await expect(first.getByLabel('Segreto di firma', { exact: true })).not.toHaveValue(/whsec/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Prova: ufficio' }).click()
  const tried = operator.dialog('Prova della destinazione ufficio')
  await expect(tried).toContainText('not public')
  await expectAccessible(page)
  await tried.getByRole('button', { name: 'Chiudi' }).click()

  await first.getByRole('button', { name: 'Genera un segreto', exact: true }).click()
  await expect(first.getByLabel('Segreto di firma', { exact: true })).toHaveValue(/^whsec_/)
  await first.getByRole('button', { name: 'Lascia com’è' }).click()
  await expect(first.getByLabel('Segreto di firma', { exact: true })).not.toHaveValue(/whsec/)
  await operator.button('Aggiungi destinazione').click()
  const second = page.getByRole('group', { name: 'Destinazione 2' })
  await second.getByLabel('Tipo di destinazione').selectOption('webhook')
  await expect(second.getByLabel('Segreto di firma', { exact: true })).toHaveAttribute('required')
  await second.getByLabel('Nome della destinazione').fill('gestionale')
  await second.getByLabel('URL').fill('http://in-chiaro.example/')
  await operator.button('Salva').click()
  await expect(page.getByRole('alert')).toContainText('URL: L’indirizzo non è ammesso: deve essere https')
  await expect(second.getByLabel('Segreto di firma', { exact: true })).toHaveAccessibleDescription(/obbligatorio/)
  await expectAccessible(page)
  await second.getByLabel('URL').fill('https://hooks.example/in')
  await second.getByRole('button', { name: 'Genera un segreto', exact: true }).click()
  await expect(second.getByText(/^whsec_/)).toBeVisible()
  await operator.button('Aggiungi destinazione').click()
  const third = page.getByRole('group', { name: 'Destinazione 3' })
  await third.getByLabel('Tipo di destinazione').selectOption('zammad')
  await third.getByLabel('URL').fill('https://desk.example')
  await third.getByLabel('Token di accesso').fill('un token')
  await third.getByLabel('Gruppo').fill('Sportello')
  await third.getByRole('button', { name: 'Aggiungi attributo' }).click()
  await third.getByLabel('Attributo 1', { exact: true }).fill('comune')
  await third.getByLabel(/^Valore dell’attributo 1/).fill('{{ ticket }}')
  await first.getByRole('button', { name: 'Rimuovi: Destinazione 1' }).click()
  await expectAccessible(page)
  await operator.button('Salva').click()
  await expect(operator.said(`Salvato: ${code}`)).toBeVisible()
  const { params, secrets } = (await manages(deployment, await ownerCredential(deployment), 'GET', `/settings/forms/${code}`)) as {
    params: { destination: object[] }
    secrets: string[]
  }
  expect(params.destination).toEqual([
    { kind: 'webhook', name: 'gestionale', url: 'https://hooks.example/in' },
    { kind: 'zammad', url: 'https://desk.example', group: 'Sportello', fields: { comune: '{{ ticket }}' } },
  ])
  expect(secrets).toEqual(expect.arrayContaining(['destination.gestionale.secret', 'destination.zammad.token']))

  // The stored token was meant for the previous server. If the operator changes the URL, the token must be entered
  // again.
  await operator.row('Impostazioni form', code).getByRole('button', { name: 'Modifica' }).click()
  await page.getByRole('tab', { name: 'Destinazioni' }).click()
  await second.getByLabel('URL').fill('https://another-desk.example')
  await operator.button('Salva').click()
  const token = second.getByLabel('Token di accesso', { exact: true })
  await expect(token).toHaveAccessibleDescription(/L’indirizzo a cui va è cambiato: scrivilo di nuovo/)
  await expectAccessible(page)
  await second.getByRole('button', { name: 'Sostituisci: Token di accesso' }).click()
  await token.fill('un altro token')
  await operator.button('Salva').click()
  await expect(operator.said(`Salvato: ${code}`)).toBeVisible()
})

test('the list of requests shows why a delivery failed and when it will be retried, and an operator can retry it immediately', async ({ page, deployment }) => {
  const code = `ritenta-${randomUUID().slice(0, 8)}`
  // The host name cannot exist, so the delivery fails, and the server will retry it later.
  const destination = { kind: 'webhook', name: 'ufficio', url: 'https://ufficio.invalid/', secret: `whsec_${Buffer.alloc(32, 5).toString('base64')}` }
  const { bundle } = freshForm(['DATACOLLECTION'], { form: { code_form: code, params: { destination } } })
  await deployment.importBundle(bundle)
  const body = new FormData()
  body.append('code_tag', 'domanda')
  body.append('form_fields', '{"nota":"Buca"}')
  const sent = await fetch(`${deployment.url}/forms-service/rs/v2/forms/${code}`, { method: 'POST', body, headers: { 'X-Api-Key': 'sportello-web' } })
  const { ticket } = ((await sent.json()) as { data: { ticket: string } }).data

  const operator = new Operator(page, deployment)
  await operator.signsIn()
  await expect(async () => {
    await page.goto(`${deployment.url}/admin/management?view=requests&f.form=${code}`)
    await expect(operator.row('Richieste', ticket)).toContainText('Invio in errore', { timeout: 1_000 })
  }).toPass()
  await expect(page.getByRole('navigation', { name: 'Sezioni' }).getByRole('button', { name: 'Consegne', exact: true })).toHaveAccessibleDescription(
    /^\d+ da guardare$/,
  )
  await operator.row('Richieste', ticket).getByRole('button', { name: 'Dettagli' }).click()
  const detail = operator.dialog(`Ticket ${ticket}`)
  const troubles = detail.getByRole('region', { name: 'Che cosa non va' })
  await expect(troubles).toContainText('Il nome del server non esiste')
  await expect(troubles).toContainText(/Nuovo tentativo (alle \d|il \d)/)
  await expectAccessible(page)
  await troubles.getByRole('button', { name: 'Ritenta adesso: ufficio' }).click()
  const said = operator.said('Nuovo tentativo avviato: ufficio')
  await expect(said).toBeVisible()
  expect(
    await said.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    }),
    'the dialog covers what is said',
  ).toBe(true)
  await expect(detail.getByRole('heading', { level: 2 })).toBeFocused()

  // While a request is open, the URL identifies it, and the browser's Back button closes it.
  expect(new URL(page.url()).searchParams.get('request')).toBe(ticket)
  await page.goBack()
  await expect(detail).toHaveCount(0)
  await expect(operator.filter('Form')).toHaveValue(code)
  await page.goForward()
  await expect(detail).toBeVisible()
  await page.reload()
  await detail.getByRole('button', { name: 'Chiudi' }).click()
  await expect(detail).toHaveCount(0)
  expect(new URL(page.url()).searchParams.get('request')).toBeNull()
})
