import { countFailures } from '../fixtures/count-failures.ts'
import { BASE, shortForm } from '../fixtures/error-answers.ts'
import { expect, test } from '../fixtures/test.ts'

const WORDS = {
  forms0024: 'Per oggi basta così: {1} richiesta in {2} ore.',
  campo_richiesto: 'Qui manca la tua risposta',
  forms0006: 'Solo per i soci.',
  errore_rete: 'Niente linea.',
}

test('a form’s own error messages are shown at a field, in a dialog and on an error page', async ({ page, visitor, deployment, expectConsoleError }) => {
  expectConsoleError(/status of 4\d\d|ERR_FAILED/)
  const data_url = `data:application/json;base64,${Buffer.from(JSON.stringify(WORDS)).toString('base64')}`
  const assets = [{ kind: 'custom_loc_strings', name: 'parole.json', data_url }]
  const form = shortForm('parole', { params: { custom_loc_strings: 'parole.json', max_requests: 1, max_period: 24 } })
  await deployment.importBundle({ ...form, assets })
  await visitor.opens('/parole/open/rimborso')
  await visitor.button('Invia Richiesta').click()
  await expect(visitor.dialog('Errore')).toContainText(WORDS.campo_richiesto)
  await visitor.button('OK').click()
  await expect(visitor.field('Motivo')).toHaveAccessibleDescription(WORDS.campo_richiesto)
  await visitor.field('Motivo').fill('Visita oculistica')
  await visitor.button('Invia Richiesta').click()
  await expect(visitor.main.getByRole('status').filter({ hasText: 'EC-' })).toBeVisible()

  await visitor.opens('/parole/open/rimborso')
  await visitor.field('Motivo').fill('Un’altra visita')
  await page.route(`**${BASE}/forms/parole`, (route) => route.abort(), { times: 1 })
  await visitor.button('Invia Richiesta').click()
  await expect(visitor.dialog('Attenzione!')).toContainText(WORDS.errore_rete)
  await visitor.button('Riprova').click()
  await expect(visitor.dialog('Attenzione!')).toContainText('Per oggi basta così: 1 richiesta in 24 ore.')

  await visitor.opens('/parole/open/estratto')
  await expect(visitor.heading('Accesso non autorizzato')).toBeVisible()
  await expect(page.getByText('Solo per i soci.')).toBeVisible()
})

test('a page without questions loads the messages about answers with the next step, with the form’s own texts, and again after a lost connection', async ({
  page,
  visitor,
  deployment,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/)
  const data_url = `data:application/json;base64,${Buffer.from(JSON.stringify(WORDS)).toString('base64')}`
  const assets = [{ kind: 'custom_loc_strings', name: 'parole-tardi.json', data_url }]
  await deployment.importBundle({ ...shortForm('parole-tardi', { params: { custom_loc_strings: 'parole-tardi.json' } }), assets })
  const messages = '**/assets/issues-*.js'
  const failed = countFailures(page, '/assets/issues-')
  await page.route(messages, (route) => route.abort())
  await visitor.opens('/parole-tardi')
  await expect.poll(failed, 'the page fetches the messages while the visitor reads').toBeGreaterThan(0)
  await page.unroute(messages)
  await visitor.option('Rimborso').click()
  await visitor.button('Invia Richiesta').click()
  await expect(visitor.dialog('Errore')).toContainText(WORDS.campo_richiesto)
  await visitor.button('OK').click()
  await expect(visitor.field('Motivo')).toHaveAccessibleDescription(WORDS.campo_richiesto)
})
