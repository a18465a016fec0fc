import { barriersOf } from '../fixtures/barriers.ts'
import { BASE, shortForm } from '../fixtures/refusals.ts'
import { expect, test } from '../fixtures/test.ts'

test('whose connection goes is told, loses nothing, sends again by choice, and has sent once', async ({
  page,
  context,
  visitor,
  deployment,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await deployment.importBundle(shortForm('filo'))
  await visitor.opens('/filo/open/rimborso')
  await visitor.field('Motivo').fill('Visita oculistica')
  const keys: (string | undefined)[] = []
  page.on('request', (request) => request.method() === 'POST' && request.url().endsWith('/forms/filo') && keys.push(request.headers()['idempotency-key']))
  const before = await visitor.field('Motivo').boundingBox()
  await context.setOffline(true)
  const notice = page.getByRole('status').filter({ hasText: 'Connessione assente. Quello che hai scritto resta qui.' })
  await expect(notice).toBeVisible()
  expect(await visitor.field('Motivo').boundingBox(), 'nothing moves').toEqual(before)
  expect(await barriersOf(page)).toEqual([])

  await visitor.button('Invia Richiesta').click()
  const lost = visitor.dialog('Attenzione!')
  await expect(lost.getByText(/Connessione assente o interrotta/)).toBeVisible()
  await expect(lost.getByRole('status')).toHaveText('')
  await lost.getByRole('button', { name: 'Riprova' }).click()
  await expect(lost.getByText(/Connessione assente o interrotta/)).toBeVisible()

  // Back again: the page says so, and sends nothing by itself.
  await context.setOffline(false)
  await expect(lost.getByRole('status')).toHaveText('Connessione ristabilita.')
  expect(await barriersOf(page)).toEqual([])
  await expect(page.getByText('EC-')).toHaveCount(0)
  // The answer to this try is lost on its way back; the next one gets it.
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

test('a service that cannot be reached is noticed though the browser calls itself online, and the notice goes when it is back', async ({
  page,
  visitor,
  expectComplaint,
}) => {
  expectComplaint(/ERR_FAILED/)
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
