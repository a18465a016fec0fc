import { expectAccessible } from '../fixtures/accessibility.ts'
import { Operator } from '../fixtures/operator.ts'
import { sentRequest } from '../fixtures/sent-request.ts'
import { expect, test } from '../fixtures/test.ts'

test('an operator using only the keyboard searches for a request, a form, a setting, a view and an action', async ({ page, deployment }) => {
  const { code, ticket } = await sentRequest(deployment)
  const operator = new Operator(page, deployment)
  await operator.signsIn()
  const dialog = operator.dialog('Cerca')
  const results = dialog.getByRole('listbox', { name: 'Risultati' })
  const finds = async (text: string, option: RegExp) => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(dialog.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type(text)
    await expect(results.getByRole('option', { name: option })).toBeVisible()
    // The results of the server come later, and change the list.
    await expect(dialog.getByRole('status')).toHaveText(/\d/)
    for (let step = 0; step < 20; step++) {
      if (await results.getByRole('option', { name: option }).evaluate((element) => element.hasAttribute('data-focused'))) break
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
  }

  await page.keyboard.press('ControlOrMeta+k')
  await expect(results.getByRole('group', { name: 'Sezioni' })).toBeVisible()
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('ricch')
  await expect(results).toContainText('Nessun risultato')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await finds(ticket.toLowerCase(), new RegExp(ticket))
  await expect(page.getByText('Scritta senza mouse')).toBeVisible()
  await page.keyboard.press('Escape')
  await finds('reten', /^retention_days/)
  await expect(page).toHaveURL(/view=settings&f\.code=retention_days/)
  await finds('consegn', /^Consegne$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await finds('traduz', /^Definizioni/)
  await expect(page).toHaveURL(/view=definitions/)
  await finds(code, new RegExp(`^${code}`))
  await expect(page).toHaveURL(new RegExp(`${code}`))
  await finds('autentic', /^Autenticatore$/)
  await expect(operator.dialog('Autenticatore')).toBeVisible()
  // Escape closes the dialog even before the focus has moved into it.
  await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
  await expect(operator.dialog('Autenticatore')).toHaveCount(0)

  // The list of recent forms contains the form that was opened through the search.
  await operator.button('Cerca').click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(operator.button('Cerca')).toBeFocused()
})
