import { accessibilityViolations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ locale: 'it-IT' })

for (const state of ['vuoti', 'obbligatori', 'compilati', 'bloccati']) {
  test(`every input in the gallery step "${state}" has a label and no accessibility violations`, async ({ page, visitor }) => {
    await visitor.opens(`/gallery/open/${state}`)
    await expect(visitor.button('Invia Richiesta')).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
    const unnamed = await visitor.main
      .locator('input:visible, select, textarea, fieldset, [role=radiogroup]')
      .evaluateAll((all) =>
        all.filter((each) => !each.matches('[aria-label], [aria-labelledby]') && !(each as HTMLInputElement).labels?.length).map((each) => each.outerHTML),
      )
    expect(unnamed).toEqual([])
  })
}

test('every required input that is submitted empty reports an error at its field and in the error summary', async ({ page, visitor }) => {
  await visitor.opens('/gallery/open/obbligatori')
  const fields = visitor.main.locator('.field')
  const count = await fields.count()
  await visitor.button('Invia Richiesta').click()
  await expect(visitor.dialog('Errore').getByRole('listitem')).toHaveCount(count)
  await visitor.button('OK').click()
  await expect(visitor.main.locator('.field-invalid')).toHaveCount(count)
  await expect(visitor.main.locator('.field-error:visible')).toHaveCount(count)
  expect(await accessibilityViolations(page)).toEqual([])
})

test('a form can be submitted with the unchanged initial values of all inputs', async ({ visitor }) => {
  await visitor.opens('/gallery/open/compilati')
  await visitor.button('Invia Richiesta').click()
  await expect(visitor.heading('Richiesta inviata')).toBeFocused()
})

test('a visitor can select a date in the calendar with the keyboard, and weeks start on Monday', async ({ page, visitor }) => {
  await visitor.opens('/gallery/open/compilati')
  await visitor.button('Giorno: apri il calendario').press('Enter')
  const calendar = visitor.dialog('Giorno: calendario')
  await expect(calendar.locator('thead th').first()).toHaveText(/lun/)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(calendar).toHaveCount(0)
  await expect(visitor.field('Giorno')).toHaveValue('11/03/2026')
  await expect(visitor.button('Giorno: apri il calendario')).toBeFocused()
})

test('a list input adds a row only if the last row is valid, and rows can be removed', async ({ visitor }) => {
  await visitor.opens('/gallery/open/vuoti')
  const list = visitor.main.getByRole('group', { name: 'Lista', exact: true })
  const add = list.getByRole('button', { name: 'Aggiungi' })
  await expect(add).toBeDisabled()
  await list.getByRole('textbox').fill('Uno')
  await add.click()
  await expect(list.getByRole('textbox', { name: 'Lista, elemento 2' })).toBeFocused()
  await expect(add).toBeDisabled()
  await list.getByRole('button', { name: 'Rimuovi Lista, elemento 2' }).click()
  await expect(list.getByRole('textbox')).toHaveCount(1)
})

test('a list input validates each row in the upper or lower case in which the server stores it', async ({ visitor }) => {
  await visitor.opens('/gallery/open/vuoti')
  const list = visitor.main.getByRole('group', { name: 'Lista di targhe', exact: true })
  await list.getByRole('textbox').fill('ab123cd')
  await list.getByRole('textbox').blur()
  await expect(list.getByRole('button', { name: 'Aggiungi' })).toBeEnabled()
  await expect(list.getByText('Il campo non ha un formato corretto')).toHaveCount(0)
})

test('a locked file field accepts no file, not even by drag and drop', async ({ page, visitor }) => {
  const drop = () =>
    page.locator('.file-drop').evaluate((zone) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['%PDF-'], 'a.pdf', { type: 'application/pdf' }))
      zone.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
    })
  await visitor.opens('/gallery/open/vuoti')
  await expect(visitor.field('Elenco da un servizio')).toBeEditable()
  await drop()
  await expect(page.locator('.file-name')).toHaveCount(1)
  await visitor.opens('/gallery/open/bloccati')
  await expect(visitor.field('Allegati')).toBeDisabled()
  await expect(visitor.field('Elenco da un servizio')).toHaveValue('Città della Pieve')
  await drop()
  await expect(page.locator('.file-name')).toHaveCount(0)
})
