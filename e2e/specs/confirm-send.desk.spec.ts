import { accessibilityViolations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/test.ts'
import { yesterday } from '../fixtures/visitor.ts'

const tomorrow = () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10).split('-').reverse().join('/')

test('a member who leaves the health fund must confirm a dialog before the request is submitted', async ({ page, visitor }) => {
  await visitor.opens('/fondo-salute/open/uscita')
  await visitor.field('Da quale giorno?').fill(yesterday())
  await visitor.field('Nome').fill('Anna')
  await visitor.field('Cognome').fill('Neri')
  await visitor.field('Codice fiscale').fill('RSSMRA85T10A562S')
  await visitor.field('Confermo che quello che ho scritto è vero').check()
  const send = visitor.button('Invia la richiesta')
  const asking = visitor.dialog('Vuoi davvero lasciare il Fondo?')
  // A form with errors cannot be submitted. The page therefore shows the errors and not the confirmation dialog.
  await send.click()
  await expect(visitor.dialog('Errore')).toBeVisible()
  await visitor.button('OK').click()
  await visitor.field('Da quale giorno?').fill(tomorrow())
  await send.click()
  await visitor.confirmsAnswers()
  await expect(asking.getByText('non paghiamo più rimborsi')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await asking.getByRole('button', { name: 'Resto nel Fondo', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(send).toBeFocused()
  await page.keyboard.press('Enter')
  await visitor.confirmsAnswers()
  await expect(asking).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(send).toBeFocused()
  await page.keyboard.press('Enter')
  await visitor.confirmsAnswers()
  await asking.getByRole('button', { name: 'Sì, lascio il Fondo', exact: true }).click()
  await expect(visitor.dialog(visitor.words.emailTitle)).toBeVisible()
})
