import type { ErrorCode } from '@sportello/contract'
import { accessibilityViolations } from '../fixtures/accessibility.ts'
import { openClinicRegister } from '../fixtures/clinics.ts'
import type { Deployment } from '../fixtures/deployment.ts'
import { prefilledForm } from '../fixtures/entry-routes.ts'
import { answerWithError, BASE, errorAnswer, messageOf } from '../fixtures/error-answers.ts'
import { expect, test } from '../fixtures/test.ts'

test.beforeEach(({ expectConsoleError }) => expectConsoleError(/status of \d{3}|ERR_FAILED/))

/**
 * Submits a request through the API.
 * @returns the confirmation link of the request
 */
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

test.describe('the page that a confirmation link opens reports errors', () => {
  for (const [code, again] of [
    ['forms0003', false],
    ['forms0021', false],
    ['forms0040', false],
    ['forms0042', false],
    ['forms0001', false],
    ['forms0010', true],
    ['forms0002', true],
  ] as const satisfies readonly (readonly [ErrorCode, boolean])[]) {
    test(`shows the message of ${code}${again ? ' and a retry button' : ''}`, async ({ page, visitor, deployment, address }) => {
      // forms0003 (unknown code in the link) is reported when the page opens. All other errors appear only after the
      // visitor has pressed the button.
      if (code === 'forms0003') await visitor.opens('/comune-aurora/validation?code=nobody&locale=it')
      else {
        const link = await linkOf(deployment, address)
        await answerWithError(page, `**${BASE}/forms/conferme`, 'PUT', { code })
        await page.goto(link)
        await visitor.button(visitor.words.confirm).click()
      }
      const alert = page.getByRole('alert', { name: visitor.words.notConfirmed })
      await expect(alert.getByText(messageOf(code), { exact: true })).toBeVisible()
      await expect(alert.getByRole('button', { name: 'Riprova' })).toHaveCount(again ? 1 : 0)
      expect(await accessibilityViolations(page)).toEqual([])
    })
  }

  test('shows after forms0009 that the request was already confirmed, without an error message', async ({ page, visitor, deployment, address }) => {
    const link = await linkOf(deployment, address)
    await answerWithError(page, `**${BASE}/forms/conferme`, 'PUT', { code: 'forms0009' })
    await page.goto(link)
    await visitor.button(visitor.words.confirm).click()
    await expect(visitor.heading(visitor.words.alreadyConfirmed)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('reports a lost connection, and a retry confirms the request', async ({ page, visitor, deployment, address }) => {
    const link = await linkOf(deployment, address)
    await page.route(`**${BASE}/forms/conferme`, (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()), { times: 1 })
    await page.goto(link)
    await visitor.button(visitor.words.confirm).click()
    await expect(page.getByText(/Connessione assente o interrotta/)).toBeVisible()
    await visitor.button('Riprova').click()
    await expect(visitor.heading(visitor.words.confirmed)).toBeVisible()
  })
})

test.describe('a select field reports errors of its data source', () => {
  for (const code of [
    'forms_integrations0001',
    'forms_integrations0002',
    'forms_integrations0003',
    'forms_integrations0004',
    'forms_integrations0005',
    'forms_integrations0006',
  ] as const) {
    test(`shows the message of ${code}, and the form keeps all other input`, async ({ page, visitor, deployment }) => {
      const register = await openClinicRegister()
      await deployment.importBundle(register.bundle(`liste-${code}`))
      // forms_integrations0003 comes from a data source that really fails. For the other codes, the test fakes the
      // server's response.
      if (code === 'forms_integrations0003') register.fails = true
      await visitor.opens(`/liste-${code}`)
      const region = visitor.main.getByRole('combobox', { name: 'Regione', exact: true })
      await expect(region).not.toHaveAttribute('readonly')
      await visitor.field('Nota').fill('Preferisco la mattina')
      if (!register.fails) await answerWithError(page, `**${BASE}/forms/*/integrations/*`, 'POST', { code })
      await region.fill('lomb')
      await region.press('ArrowDown')
      await region.press('Enter')
      const alert = visitor.main.getByRole('alert').filter({ hasText: messageOf(code) })
      await expect(alert).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(await accessibilityViolations(page)).toEqual([])
      register.fails = false
      await alert.getByRole('button', { name: 'Riprova' }).click()
      await expect(visitor.main.getByRole('combobox', { name: 'Clinica', exact: true })).not.toHaveAttribute('readonly')
      await expect(visitor.field('Nota')).toHaveValue('Preferisco la mattina')
      await register.close()
    })
  }
})

test('a site map that cannot be loaded shows an error, and a retry loads it', async ({ page, visitor }) => {
  await answerWithError(page, `**${BASE}/forms/comune-aurora/sitemap**`, 'GET', { code: 'forms0002' })
  await visitor.opens('/comune-aurora/siteMap')
  const alert = page.getByRole('alert').filter({ hasText: 'Si è verificato un errore durante il recupero dei dati!' })
  await expect(alert).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await alert.getByRole('button', { name: 'Riprova' }).click()
  await expect(page.getByRole('treeitem').first()).toBeVisible()
})

test('a search that fails shows an empty list, without an error message and without "nothing found"', async ({ page, visitor }) => {
  await visitor.opens('/comune-aurora')
  await visitor.button('Cerca nel modulo').click()
  const dialog = visitor.dialog('Cerca nel modulo')
  const field = dialog.getByRole('searchbox')
  await field.fill('buche')
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  await answerWithError(page, `**${BASE}/forms/comune-aurora/children**`, 'POST', { code: 'forms0002' })
  await field.fill('strade')
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
  await expect(dialog.getByText('Nessun risultato')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await field.fill('buche')
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
})

test('a visitor’s failed login shows an error and keeps the input', async ({ page, visitor }) => {
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
  await page.route('**/login?*', (route) => route.fulfill({ status: 429, json: errorAnswer({ code: 'forms0045' }) }), { times: 1 })
  await go.click()
  await expect(visitor.main.getByRole('alert').filter({ hasText: /tentativi/ })).toBeVisible()
  await expect(visitor.field('Nome utente')).toHaveValue('anna')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Segreta1!')
})

test('the error page of an unknown step links to the form, and the error page of an unknown customer has no link', async ({ page, visitor, deployment }) => {
  const answer = await page.goto(`${deployment.url}/comune-aurora/open/nowhere`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByText(visitor.words.notFound)).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Torna al modulo' }).click()
  await expect(visitor.step(visitor.words.steps[0])).toBeVisible()
  await visitor.opens('/nobody/open/nowhere')
  await expect(page.getByText(visitor.words.notFound)).toBeVisible()
  await expect(page.getByRole('link')).toHaveCount(0)
})
