import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { makeOperator, manages, Operator } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

const PASSWORD = 'Lanterna-2026!'
const someName = () => `anna.${randomUUID().slice(0, 8)}`

async function signsIn(page: Page, username: string): Promise<void> {
  await page.getByLabel('Nome utente', { exact: true }).fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}

test('a visitor who opens the dashboard without a credential sees the page "unauthorized" with a link to the sign-in page', async ({
  page,
  deployment,
  expectConsoleError,
}) => {
  expectConsoleError(/401/)
  await page.goto('/admin/management')
  await expect(page.getByRole('heading', { name: 'pagina non autorizzata' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.goto('/admin/management/auth?auth=forged')
  await expect(page.getByRole('heading', { name: 'pagina non autorizzata' })).toBeVisible()
  expect(await new Operator(page, deployment).credential()).toBeUndefined()
  await page.getByRole('link').click()
  await signsIn(page, 'nobody')
  await expect(page.getByRole('alert')).toContainText('non')
  await page.goto('/admin/management/auth?auth=%22%3E%3Cscript%3E')
  await expect(page).toHaveURL(/\/sign-in$/)
})

test('an operator signs in with a one-time URL, and the session credential is stored only in the dashboard’s cookie', async ({ page, deployment }) => {
  const link = (await deployment.runCommand('admin', 'link')).trim()
  const value = new URL(link).searchParams.get('auth') ?? 'none'
  const told: string[] = []
  page.on('request', async (request) => told.push(request.url(), request.headers().referer ?? ''))
  await page.goto('/biblioteca-lume')
  await page.goto(link)
  await expect(page.getByRole('table', { name: 'Impostazioni di sistema', exact: true })).toBeVisible()
  await expect(page).toHaveURL('/admin/management')
  await expect(page).toHaveTitle('impostazioni di sistema')
  expect(told.filter((each) => each.includes(value))).toEqual([link])
  expect(deployment.log()).not.toContain(value)
  const [cookie] = (await page.context().cookies(`${deployment.url}/admin/`)).filter((each) => each.value === value)
  expect(cookie).toMatchObject({ path: '/admin', sameSite: 'Strict' })
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeLessThanOrEqual(600)
  await page.goBack()
  await expect(page).toHaveURL(/biblioteca-lume/)
  expect(await page.evaluate(() => document.cookie)).not.toContain(value)
})

test('after an operator has set up an authenticator app, each sign-in requires the password and the code of the app', async ({
  page,
  deployment,
  expectConsoleError,
}) => {
  expectConsoleError(/401|400/)
  const username = someName()
  await makeOperator(deployment, { username, password: PASSWORD, role: 'operator' })
  const operator = new Operator(page, deployment)
  await page.goto('/admin/management/sign-in')
  await signsIn(page, username)
  await operator.button(username).click()
  await operator.button('Autenticatore').click()
  const dialog = operator.dialog('Autenticatore')
  await operator.field('Password attuale').fill(`${PASSWORD}?`)
  await dialog.getByRole('button', { name: 'Continua' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Password attuale: Non è corretto.')
  await operator.field('Password attuale').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continua' }).click()
  await expect(dialog.getByRole('img', { name: 'Codice QR per l’app di autenticazione' })).toBeVisible()
  const secret = (await dialog.getByText('Oppure scrivi').textContent())?.split(':')[1]?.replaceAll(' ', '') ?? ''
  const code = (later = 0) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later })
  await operator.field('Codice dell’autenticatore').fill('000000')
  await dialog.getByRole('button', { name: 'Attiva' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Codice dell’autenticatore: Non è corretto.')
  await operator.field('Codice dell’autenticatore').fill(code())
  await dialog.getByRole('button', { name: 'Attiva' }).click()
  await expect(dialog).toHaveCount(0)

  await operator.button(username).click()
  await operator.button('Esci').click()
  await expect(page).toHaveURL(/\/sign-in$/)
  expect(await operator.credential()).toBeUndefined()
  await signsIn(page, username)
  await page.getByLabel('Codice dell’autenticatore').fill(code(30_000))
  await operator.button('Accedi').click()
  await operator.seesHome()
})

test('the operator’s input is kept when the session expires while the operator types', async ({ page, deployment, expectConsoleError }) => {
  expectConsoleError(/401/)
  const username = someName()
  await makeOperator(deployment, { username, password: PASSWORD, role: 'operator' })
  const operator = new Operator(page, deployment)
  await page.goto('/admin/management/sign-in')
  await signsIn(page, username)
  await operator.opensView('Impostazioni di sistema')
  await operator.button('Aggiungi').click()
  const code = `sede_${randomUUID().slice(0, 8)}`
  await operator.field('Codice').fill(code)
  await operator.field('Valore').fill('Via Roma 1')
  await manages(deployment, (await operator.credential()) ?? '', 'DELETE', '/account')
  await operator.button('Salva').click()
  const again = operator.dialog('Sessione scaduta')
  await expect(again.getByLabel('Nome utente')).toHaveValue(username)
  await again.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await again.getByRole('button', { name: 'Accedi' }).click()
  await expect(operator.said(`Salvato: ${code}`)).toBeVisible()
  await expect(operator.row('Impostazioni di sistema', code)).toContainText('Via Roma 1')
})

test('an operator with the role viewer sees no buttons that change anything', async ({ page, deployment }) => {
  const username = someName()
  await makeOperator(deployment, { username, password: PASSWORD, role: 'viewer', customers: ['comune-aurora'] })
  const operator = new Operator(page, deployment)
  await page.goto('/admin/management/sign-in')
  await signsIn(page, username)
  await operator.opensView('Impostazioni di sistema')
  await expect(operator.table('Non impostate')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('img')).toBeVisible()
  for (const name of ['Aggiungi', 'Imposta', 'Operatori', 'Registro modifiche']) await expect(operator.button(name)).toHaveCount(0)
  await page.goto('/admin/management?view=operators')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('impostazioni di sistema')
})

test('the dashboard uses the language and the colour scheme that the operator chooses', async ({ page, deployment }) => {
  const operator = new Operator(page, deployment)
  await operator.signsIn()
  await operator.button('operator').click()
  await page.getByLabel('Lingua').selectOption('de')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('systemeinstellungen')
  await page.getByLabel('Darstellung').selectOption('dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page).toHaveTitle('systemeinstellungen')
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
})

test('the dashboard’s cookie cannot be read on visitor pages', async ({ page, deployment }) => {
  const operator = new Operator(page, deployment)
  await operator.signsIn()
  await page.goto('/biblioteca-lume')
  expect(await page.evaluate(() => document.cookie)).not.toContain('auth_management')
  const opened = page.context().waitForEvent('page')
  await page.evaluate(() => {
    Object.assign(globalThis, { held: open('/admin/management') })
  })
  await expect((await opened).getByRole('table', { name: 'Impostazioni di sistema', exact: true })).toBeVisible()
  expect(await page.evaluate(() => (globalThis as unknown as { held: Window | null }).held?.closed ?? true)).toBe(true)

  const script = await page.request
    .get('/admin/management')
    .then(async (document) => /src="(\/admin\/assets\/[^"]+\.js)"/.exec(await document.text())?.[1] ?? '')
  expect(script).not.toBe('')
  for (const address of [script, '/admin/%zz']) {
    const window = page.context().waitForEvent('page')
    await page.evaluate((url) => void Object.assign(globalThis, { held: open(url) }), address)
    await (await window).waitForLoadState()
    const read = await page.evaluate(() => {
      const { held } = globalThis as unknown as { held: Window | null }
      try {
        return held?.document.cookie ?? 'nothing'
      } catch {
        return 'refused'
      }
    })
    expect(read, address).not.toContain('auth_management')
    await (await window).close()
  }
})

test('the first view of the dashboard loads at most 200 KB of scripts', async ({ page, deployment }) => {
  const operator = new Operator(page, deployment)
  const scripts: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await operator.signsIn()
  await page.waitForLoadState('networkidle')
  const bytes = (await Promise.all(scripts)).reduce((sum, each) => sum + each, 0)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(200_000)
})
