import type { ErrorCode } from '@sportello/contract'
import { barriersOf } from '../fixtures/barriers.ts'
import { openClinicRegister } from '../fixtures/clinics.ts'
import type { Deployment } from '../fixtures/deployment.ts'
import { prefilledForm } from '../fixtures/entry-routes.ts'
import { answersAt, BASE, messageOf, refusalOf } from '../fixtures/refusals.ts'
import { expect, test } from '../fixtures/test.ts'

test.beforeEach(({ expectComplaint }) => expectComplaint(/status of \d{3}|ERR_FAILED/))

/** A link that waits for its press, of a request that was sent over the API. */
async function linkOf(deployment: Deployment, address: string): Promise<string> {
  await deployment.importOnce('conferme', prefilledForm('conferme', ['FREE']))
  const body = new FormData()
  const parts = { email: address, confirmed_email: address, code_tag: 'rimborso', form_fields: JSON.stringify({ motivo: 'Orari' }) }
  for (const [name, value] of Object.entries(parts)) body.append(name, value)
  const answer = await fetch(`${deployment.url}${BASE}/forms/conferme`, { method: 'POST', body, headers: { 'X-Api-Key': 'sportello-web' } })
  expect(answer.status).toBe(201)
  const { text = '' } = await deployment.mailbox.receive(address, /./)
  return /http\S+\/validation\?\S+/.exec(text)?.[0] ?? ''
}

test.describe('the page of a mailed link', () => {
  for (const [code, again] of [
    ['forms0003', false],
    ['forms0021', false],
    ['forms0040', false],
    ['forms0042', false],
    ['forms0001', false],
    ['forms0010', true],
    ['forms0002', true],
  ] as const satisfies readonly (readonly [ErrorCode, boolean])[]) {
    test(`${code} is told${again ? ', and can be tried again' : ''}`, async ({ page, visitor, deployment, address }) => {
      // A code that is nobody's is refused by the server itself, before anybody presses the button.
      if (code === 'forms0003') await visitor.opens('/comune-aurora/validation?code=nobody&locale=it')
      else {
        const link = await linkOf(deployment, address)
        await answersAt(page, `**${BASE}/forms/conferme`, 'PUT', { code })
        await page.goto(link)
        await visitor.button(visitor.words.confirm).click()
      }
      const alert = page.getByRole('alert', { name: visitor.words.notConfirmed })
      await expect(alert.getByText(messageOf(code), { exact: true })).toBeVisible()
      await expect(alert.getByRole('button', { name: 'Riprova' })).toHaveCount(again ? 1 : 0)
      expect(await barriersOf(page)).toEqual([])
    })
  }

  test('forms0009 is good news', async ({ page, visitor, deployment, address }) => {
    const link = await linkOf(deployment, address)
    await answersAt(page, `**${BASE}/forms/conferme`, 'PUT', { code: 'forms0009' })
    await page.goto(link)
    await visitor.button(visitor.words.confirm).click()
    await expect(visitor.heading(visitor.words.alreadyConfirmed)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('without a connection it says so, and confirms when tried again', async ({ page, visitor, deployment, address }) => {
    const link = await linkOf(deployment, address)
    await page.route(`**${BASE}/forms/conferme`, (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()), { times: 1 })
    await page.goto(link)
    await visitor.button(visitor.words.confirm).click()
    await expect(page.getByText(/Connessione assente o interrotta/)).toBeVisible()
    await visitor.button('Riprova').click()
    await expect(visitor.heading(visitor.words.confirmed)).toBeVisible()
  })
})

test.describe('a list that another service fills', () => {
  for (const code of [
    'forms_integrations0001',
    'forms_integrations0002',
    'forms_integrations0003',
    'forms_integrations0004',
    'forms_integrations0005',
    'forms_integrations0006',
  ] as const) {
    test(`${code} is told at its field, and the rest stays as it was typed`, async ({ page, visitor, deployment }) => {
      const register = await openClinicRegister()
      await deployment.importBundle(register.bundle(`liste-${code}`))
      // Another organisation's failure is the real one; the others the server tells in the same way.
      if (code === 'forms_integrations0003') register.fails = true
      await visitor.opens(`/liste-${code}`)
      const region = visitor.main.getByRole('combobox', { name: 'Regione', exact: true })
      await expect(region).not.toHaveAttribute('readonly')
      await visitor.field('Nota').fill('Preferisco la mattina')
      if (!register.fails) await answersAt(page, `**${BASE}/forms/*/integrations/*`, 'POST', { code })
      await region.fill('lomb')
      await region.press('ArrowDown')
      await region.press('Enter')
      const alert = visitor.main.getByRole('alert').filter({ hasText: messageOf(code) })
      await expect(alert).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(await barriersOf(page)).toEqual([])
      register.fails = false
      await alert.getByRole('button', { name: 'Riprova' }).click()
      await expect(visitor.main.getByRole('combobox', { name: 'Clinica', exact: true })).not.toHaveAttribute('readonly')
      await expect(visitor.field('Nota')).toHaveValue('Preferisco la mattina')
      await register.close()
    })
  }
})

test('a map that cannot be had says so, and its button asks again', async ({ page, visitor }) => {
  await answersAt(page, `**${BASE}/forms/comune-aurora/sitemap**`, 'GET', { code: 'forms0002' })
  await visitor.opens('/comune-aurora/siteMap')
  const alert = page.getByRole('alert').filter({ hasText: 'Si è verificato un errore durante il recupero dei dati!' })
  await expect(alert).toBeVisible()
  expect(await barriersOf(page)).toEqual([])
  await alert.getByRole('button', { name: 'Riprova' }).click()
  await expect(page.getByRole('treeitem').first()).toBeVisible()
})

test('a search that fails empties its results without a word, and claims nothing', async ({ page, visitor }) => {
  await visitor.opens('/comune-aurora')
  await visitor.button('Cerca nel modulo').click()
  const dialog = visitor.dialog('Cerca nel modulo')
  const field = dialog.getByRole('searchbox')
  await field.fill('buche')
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  await answersAt(page, `**${BASE}/forms/comune-aurora/children**`, 'POST', { code: 'forms0002' })
  await field.fill('strade')
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
  await expect(dialog.getByText('Nessun risultato')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await field.fill('buche')
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
})

test('a login that fails on the way says so, and keeps what was typed', async ({ page, visitor }) => {
  await visitor.opens('/circolo-faro/login')
  await visitor.field('Nome utente').fill('anna')
  await page.getByLabel('Password', { exact: true }).fill('Segreta1!')
  const go = visitor.main.getByRole('button', { name: 'Accedi', exact: true })
  await page.route('**/login?*', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }), { times: 1 })
  await go.click()
  await expect(visitor.main.getByRole('alert').filter({ hasText: 'Il servizio è temporaneamente non disponibile.' })).toBeVisible()
  await page.route('**/login?*', (route) => route.abort(), { times: 1 })
  await go.click()
  await expect(visitor.main.getByRole('alert').filter({ hasText: 'Connessione assente o interrotta' })).toBeVisible()
  await page.route('**/login?*', (route) => route.fulfill({ status: 429, json: refusalOf({ code: 'forms0045' }) }), { times: 1 })
  await go.click()
  await expect(visitor.main.getByRole('alert').filter({ hasText: /tentativi/ })).toBeVisible()
  await expect(visitor.field('Nome utente')).toHaveValue('anna')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Segreta1!')
})

test('a step that does not exist says so, with a way back to the form; a customer that does not exist has none', async ({ page, visitor, deployment }) => {
  const answer = await page.goto(`${deployment.url}/comune-aurora/open/nowhere`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByText(visitor.words.notFound)).toBeVisible()
  expect(await barriersOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Torna al modulo' }).click()
  await expect(visitor.step(visitor.words.steps[0])).toBeVisible()
  await visitor.opens('/nobody/open/nowhere')
  await expect(page.getByText(visitor.words.notFound)).toBeVisible()
  await expect(page.getByRole('link')).toHaveCount(0)
})
