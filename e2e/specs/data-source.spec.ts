import type { Locator, Page } from '@playwright/test'
import { barriersOf } from '../fixtures/barriers.ts'
import { type ClinicRegister, openClinicRegister } from '../fixtures/clinics.ts'
import { holds } from '../fixtures/hold.ts'
import { test as base, expect } from '../fixtures/test.ts'
import type { Visitor } from '../fixtures/visitor.ts'

/** A form of its own for each story, whose clinics come from the register. */
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

/** Chooses an option by keyboard alone. */
async function finds(page: Page, control: Locator, query: string, label: string): Promise<void> {
  // While its options are on their way nothing can be typed.
  await expect(control).not.toHaveAttribute('readonly')
  await control.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(query)
  await expect(listed(page)).toHaveText([label])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(control).toHaveValue(label)
}

test('somebody finds a clinic by a few letters without a mouse, and the request names it', async ({ page, visitor, form, register }) => {
  await visitor.opens(`/${form}`)
  const [region, clinic, note] = [combo(visitor, 'Regione'), combo(visitor, 'Clinica'), visitor.field('Nota')]
  await expect(clinic).toHaveAttribute('readonly')
  await expect(clinic).toHaveAccessibleDescription('Rispondi prima a: Regione')
  expect(await barriersOf(page)).toEqual([])
  await finds(page, region, 'LOMB', 'Lombardia')

  await expect(clinic).not.toHaveAttribute('readonly')
  await page.keyboard.press('Tab')
  await expect(clinic).toBeFocused()
  await page.keyboard.type('citta')
  await expect(listed(page)).toHaveText(['Clinica Città Studi'])
  expect(await barriersOf(page)).toEqual([])
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

test('a press opens the whole list, and Escape leaves what was chosen', async ({ page, visitor, form }) => {
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
  expect(await barriersOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(region).toHaveValue('Lazio')
  await region.fill('')
  await page.keyboard.press('Tab')
  await expect(region).toHaveValue('')
})

test('a clinic that is not in the new region is dropped, and the visitor is told', async ({ page, visitor, form }) => {
  await visitor.opens(`/${form}`)
  const [region, clinic] = [combo(visitor, 'Regione'), combo(visitor, 'Clinica')]
  await expect(region).not.toHaveAttribute('readonly')
  await finds(page, region, 'lomb', 'Lombardia')
  await expect(clinic).not.toHaveAttribute('readonly')
  await finds(page, clinic, 'navi', 'Casa di Cura Navigli')
  const { release } = await holds(page, '**/integrations/*')
  const place = await visitor.field('Nota').boundingBox()
  await finds(page, region, 'laz', 'Lazio')
  // While the new list is on its way nothing can be chosen, and nothing moves.
  await expect(clinic).toHaveAttribute('readonly')
  await expect(clinic).toHaveAttribute('aria-busy', 'true')
  await expect(clinic).toHaveAttribute('placeholder', 'Caricamento in corso')
  expect(await barriersOf(page)).toEqual([])
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

test('a service that fails says so, and is asked again when the visitor wants', async ({ page, visitor, form, register, expectComplaint }) => {
  expectComplaint(/status of 502/)
  register.fails = true
  await visitor.opens(`/${form}`)
  const clinic = combo(visitor, 'Clinica')
  const region = combo(visitor, 'Regione')
  await expect(region).not.toHaveAttribute('readonly')
  await finds(page, region, 'lomb', 'Lombardia')
  const alert = visitor.main.getByRole('alert')
  await expect(alert.getByText('Si è verificato un errore nel recupero dei dati.')).toBeVisible()
  await expect(clinic).toHaveAttribute('readonly')
  expect(await barriersOf(page)).toEqual([])
  await alert.getByRole('button', { name: 'Riprova', exact: true }).click()
  await expect(alert.getByText('Si è verificato un errore nel recupero dei dati.')).toBeVisible()
  register.fails = false
  await alert.getByRole('button', { name: 'Riprova', exact: true }).click()
  await expect(alert).toBeHidden()
  await finds(page, clinic, 'lambro', 'Poliambulatorio Lambro')

  // It fails again, just when the request is sent: nothing is lost, and the field says why.
  register.fails = true
  await visitor.button('Invia Richiesta').click()
  await page.getByRole('dialog').getByRole('button').first().click()
  await expect(clinic).toHaveAttribute('aria-invalid', 'true')
  await expect(clinic).toHaveValue('Poliambulatorio Lambro')
  register.fails = false
  await visitor.button('Invia Richiesta').click()
  await expect(page.getByText('Prenotata: Poliambulatorio Lambro (Lombardia)')).toBeVisible()
})

test('a control that cannot be fetched keeps its place and is fetched when the visitor asks again', async ({ page, visitor, form, expectComplaint }) => {
  expectComplaint(/ERR_FAILED/)
  const chunk = /\/assets\/input-[^/]+\.js$/
  await page.route(chunk, (route) => route.abort())
  await visitor.opens(`/${form}`)
  const region = visitor.field('Regione')
  const alerts = visitor.main.getByRole('alert')
  await expect(alerts).toHaveText([/Si è verificato un errore durante il recupero dei dati!/, /Si è verificato un errore/])
  await expect(region).toHaveAttribute('readonly')
  expect(await barriersOf(page)).toEqual([])
  await page.unroute(chunk)
  await alerts.first().getByRole('button', { name: 'Riprova', exact: true }).click()
  await expect(combo(visitor, 'Regione')).not.toHaveAttribute('readonly')
})
