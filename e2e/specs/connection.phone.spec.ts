import { accessibilityViolations } from '../fixtures/accessibility.ts'
import { countFailures } from '../fixtures/count-failures.ts'
import { BASE, shortForm } from '../fixtures/error-answers.ts'
import { expect, test } from '../fixtures/test.ts'

test('a visitor who loses the connection during the submission keeps the answers, and a retry creates only one request', async ({
  page,
  context,
  visitor,
  deployment,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await deployment.importBundle(shortForm('filo'))
  await visitor.opens('/filo/open/rimborso')
  // The code of the dialogs loads after the page. The visitor has it, because an attempt without an answer needs it, too.
  await visitor.button('Invia Richiesta').click()
  await visitor.dialog('Errore').getByRole('button', { name: 'OK', exact: true }).click()
  await expect(visitor.field('Motivo')).toBeFocused()
  await visitor.field('Motivo').fill('Visita oculistica')
  await expect(visitor.field('Motivo')).not.toHaveAttribute('aria-invalid')
  const keys: (string | undefined)[] = []
  page.on('request', (request) => request.method() === 'POST' && request.url().endsWith('/forms/filo') && keys.push(request.headers()['idempotency-key']))
  const before = await visitor.field('Motivo').boundingBox()
  await context.setOffline(true)
  const notice = page.getByRole('status').filter({ hasText: 'Connessione assente. Quello che hai scritto resta qui.' })
  await expect(notice).toBeVisible()
  expect(await visitor.field('Motivo').boundingBox(), 'nothing moves').toEqual(before)
  expect(await accessibilityViolations(page)).toEqual([])

  await visitor.button('Invia Richiesta').click()
  const lost = visitor.dialog('Attenzione!')
  await expect(lost.getByText(/Connessione assente o interrotta/)).toBeVisible()
  await expect(lost.getByRole('status')).toHaveText('')
  await lost.getByRole('button', { name: 'Riprova' }).click()
  await expect(lost.getByText(/Connessione assente o interrotta/)).toBeVisible()

  // When the connection works again, the page informs the visitor but does not submit the request automatically.
  await context.setOffline(false)
  await expect(lost.getByRole('status')).toHaveText('Connessione ristabilita.')
  expect(await accessibilityViolations(page)).toEqual([])
  await expect(page.getByText('EC-')).toHaveCount(0)
  // The server processes the submission, but its response is lost. The retry receives the same response.
  await page.route(
    `**${BASE}/forms/filo`,
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  const tries = keys.length
  await lost.getByRole('button', { name: 'Riprova' }).click()
  await expect.poll(() => keys.length).toBe(tries + 1)
  await expect(lost.getByText(/Connessione assente o interrotta/)).toBeVisible()
  await lost.getByRole('button', { name: 'Riprova' }).click()
  await expect(visitor.main.getByRole('status').filter({ hasText: 'EC-' })).toBeVisible()
  expect(new Set(keys).size).toBe(1)
  await expect(notice).toBeHidden()
})

test('the page reports that the server is unreachable even if the browser is online, and removes the notice once the server is reachable again', async ({
  page,
  visitor,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/)
  await visitor.opens('/comune-aurora')
  await page.route(`**${BASE}/**`, (route) => route.abort())
  await visitor.option(visitor.words.steps[1]).click()
  const lost = visitor.dialog('Attenzione!')
  await expect(lost.getByText(/Connessione assente o interrotta/)).toBeVisible()
  await lost.getByRole('button', { name: 'Chiudi' }).click()
  const notice = page.getByRole('status').filter({ hasText: 'Connessione assente.' })
  await expect(notice).toBeVisible()
  await expect(visitor.step(visitor.words.steps[0])).toBeVisible()
  await page.unroute(`**${BASE}/**`)
  await expect(page.getByRole('status').filter({ hasText: 'Connessione ristabilita.' })).toBeVisible()
  await expect(notice).toBeHidden()
  await expect(page.getByText('Connessione ristabilita.')).toHaveCount(0)
  await visitor.option(visitor.words.steps[1]).click()
  await expect(visitor.step(visitor.words.steps[1])).toBeVisible()
})

test('a visitor who loses the connection before the dialogs have loaded is told so, and the next attempt opens them', async ({
  page,
  visitor,
  deployment,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/)
  await deployment.importBundle(shortForm('filo-dialoghi'))
  const dialogs = '**/assets/send-dialogs-*.js'
  const failed = countFailures(page, '/assets/send-dialogs-')
  await page.route(dialogs, (route) => route.abort())
  await visitor.opens('/filo-dialoghi/open/rimborso')
  // One load begins when the panel appears and one at the press. A press during the first load would share it.
  await expect.poll(failed).toBe(1)
  await visitor.button('Invia Richiesta').click()
  await expect(page.getByText(/Connessione assente o interrotta/)).toBeVisible()
  // If the route ended before the second load fails, that load would succeed and open the dialog without another press.
  await expect.poll(failed).toBe(2)
  await page.unroute(dialogs)
  await visitor.button('Invia Richiesta').click()
  await expect(visitor.dialog('Errore')).toBeVisible()
  await expect(page.getByText(/Connessione assente o interrotta/)).toHaveCount(0)
})
