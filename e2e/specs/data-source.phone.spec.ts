import type { Locator, Page } from '@playwright/test'
import { accessibilityViolations } from '../fixtures/accessibility.ts'
import { type ClinicRegister, openClinicRegister } from '../fixtures/clinics.ts'
import { holdRequests } from '../fixtures/hold-requests.ts'
import { test as base, expect } from '../fixtures/test.ts'
import type { Visitor } from '../fixtures/visitor.ts'

/**
 * Test function that creates a new form for each test. The options of the form's select field come from the fake
 * register of clinics.
 */
const test = base.extend<{ register: ClinicRegister; form: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  register: async ({}, use) => {
    const register = await openClinicRegister()
    await use(register)
    await register.close()
  },
  form: async ({ deployment, register }, use, { parallelIndex, testId }) => {
    const code = `cliniche-${parallelIndex}-${testId.slice(-8)}`
    await deployment.importBundle(register.bundle(code))
    await use(code)
  },
})

const combo = (visitor: Visitor, name: string): Locator => visitor.main.getByRole('combobox', { name, exact: true })
const listed = (page: Page): Locator => page.getByRole('listbox').getByRole('option')

/** Selects an option, using only the keyboard. */
async function finds(page: Page, control: Locator, query: string, label: string): Promise<void> {
  // The select field is read-only until its options are loaded.
  await expect(control).not.toHaveAttribute('readonly')
  await control.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(query)
  await expect(listed(page)).toHaveText([label])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(control).toHaveValue(label)
}

test('a visitor using only the keyboard finds a clinic by typing a few letters, and the submitted request contains the clinic', async ({
  page,
  visitor,
  form,
  register,
}) => {
  await visitor.opens(`/${form}`)
  const [region, clinic, note] = [combo(visitor, 'Regione'), combo(visitor, 'Clinica'), visitor.field('Nota')]
  await expect(clinic).toHaveAttribute('readonly')
  await expect(clinic).toHaveAccessibleDescription('Rispondi prima a: Regione')
  expect(await accessibilityViolations(page)).toEqual([])
  await finds(page, region, 'LOMB', 'Lombardia')

  await expect(clinic).not.toHaveAttribute('readonly')
  await page.keyboard.press('Tab')
  await expect(clinic).toBeFocused()
  await page.keyboard.type('citta')
  await expect(listed(page)).toHaveText(['Clinica Città Studi'])
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(clinic).toHaveValue('Clinica Città Studi')
  await page.keyboard.press('Tab')
  await expect(note).toBeFocused()

  await page.reload()
  await expect(clinic).toHaveValue('Clinica Città Studi')
  await visitor.sendButton.or(visitor.button('Invia Richiesta')).click()
  await expect(page.getByText('Prenotata: Clinica Città Studi (Lombardia)')).toBeVisible()
  expect(register.asked.every((asked) => asked === 'lom')).toBe(true)
})

test('a click on a select field with a search box opens the whole list, and Escape keeps the selected option', async ({ page, visitor, form }) => {
  await visitor.opens(`/${form}`)
  const region = combo(visitor, 'Regione')
  await expect(region).not.toHaveAttribute('readonly')
  await region.click()
  await listed(page).filter({ hasText: 'Lazio' }).click()
  await expect(region).toHaveValue('Lazio')
  await region.click()
  await expect(listed(page)).toHaveText(['Lazio', 'Lombardia', 'Molise'])
  await expect(page.getByRole('option', { name: 'Lazio', selected: true })).toBeVisible()
  await page.keyboard.type('zzz')
  await expect(visitor.main.getByRole('status').getByText('Nessuna opzione corrisponde alla ricerca')).toBeVisible()
  await expect(region).toHaveValue('zzz')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(region).toHaveValue('Lazio')
  await region.fill('')
  await page.keyboard.press('Tab')
  await expect(region).toHaveValue('')
})

test('when the visitor changes the region, a selected clinic of another region is cleared, and a message says so', async ({ page, visitor, form }) => {
  await visitor.opens(`/${form}`)
  const [region, clinic] = [combo(visitor, 'Regione'), combo(visitor, 'Clinica')]
  await expect(region).not.toHaveAttribute('readonly')
  await finds(page, region, 'lomb', 'Lombardia')
  await expect(clinic).not.toHaveAttribute('readonly')
  await finds(page, clinic, 'navi', 'Casa di Cura Navigli')
  const { release } = await holdRequests(page, '**/integrations/*')
  const place = await visitor.field('Nota').boundingBox()
  await finds(page, region, 'laz', 'Lazio')
  // While the new options are loading, the visitor cannot select an option, and the layout of the page does not change.
  await expect(clinic).toHaveAttribute('readonly')
  await expect(clinic).toHaveAttribute('aria-busy', 'true')
  await expect(clinic).toHaveAttribute('placeholder', 'Caricamento in corso')
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await visitor.field('Nota').boundingBox()).toEqual(place)
  release()
  await expect(clinic).not.toHaveAttribute('readonly')
  await expect(clinic).toHaveValue('')
  await expect(clinic).toHaveAccessibleDescription('La scelta precedente non è più disponibile: scegli di nuovo.')
  await finds(page, clinic, 'aven', 'Clinica Aventino')
  await expect(clinic).toHaveAccessibleDescription('')

  await finds(page, region, 'mol', 'Molise')
  await expect(clinic).toHaveAttribute('placeholder', 'Nessuna opzione disponibile')
  await expect(clinic).toHaveAttribute('readonly')
})

test('a data source that fails shows an error with a retry button, and the request can be submitted after a retry', async ({
  page,
  visitor,
  form,
  register,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 502/)
  register.fails = true
  await visitor.opens(`/${form}`)
  const clinic = combo(visitor, 'Clinica')
  const region = combo(visitor, 'Regione')
  await expect(region).not.toHaveAttribute('readonly')
  await finds(page, region, 'lomb', 'Lombardia')
  const alert = visitor.main.getByRole('alert')
  await expect(alert.getByText('Si è verificato un errore nel recupero dei dati.')).toBeVisible()
  await expect(clinic).toHaveAttribute('readonly')
  expect(await accessibilityViolations(page)).toEqual([])
  await alert.getByRole('button', { name: 'Riprova', exact: true }).click()
  await expect(alert.getByText('Si è verificato un errore nel recupero dei dati.')).toBeVisible()
  register.fails = false
  await alert.getByRole('button', { name: 'Riprova', exact: true }).click()
  await expect(alert).toBeHidden()
  await finds(page, clinic, 'lambro', 'Poliambulatorio Lambro')

  // The data source fails again during the submission. No input is lost, and the field shows the error.
  register.fails = true
  await visitor.button('Invia Richiesta').click()
  await page.getByRole('dialog').getByRole('button').first().click()
  await expect(clinic).toHaveAttribute('aria-invalid', 'true')
  await expect(clinic).toHaveValue('Poliambulatorio Lambro')
  register.fails = false
  await visitor.button('Invia Richiesta').click()
  await expect(page.getByText('Prenotata: Poliambulatorio Lambro (Lombardia)')).toBeVisible()
})

test('an input whose code cannot be loaded keeps its space on the page, and a retry loads it', async ({ page, visitor, form, expectConsoleError }) => {
  expectConsoleError(/ERR_FAILED/)
  const chunk = /\/assets\/input-[^/]+\.js$/
  await page.route(chunk, (route) => route.abort())
  await visitor.opens(`/${form}`)
  const region = visitor.field('Regione')
  const alerts = visitor.main.getByRole('alert')
  await expect(alerts).toHaveText([/Si è verificato un errore durante il recupero dei dati!/, /Si è verificato un errore/])
  await expect(region).toHaveAttribute('readonly')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.unroute(chunk)
  await alerts.first().getByRole('button', { name: 'Riprova', exact: true }).click()
  await expect(combo(visitor, 'Regione')).not.toHaveAttribute('readonly')
})
