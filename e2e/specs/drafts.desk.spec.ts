import { randomPng } from '../fixtures/png.ts'
import { expect, test } from '../fixtures/test.ts'
import { hydrated } from '../fixtures/visitor.ts'
import { de } from '../fixtures/words.ts'

test('a visitor’s draft, except for its files, survives a reload and a change of language, and is deleted after the submission', async ({
  page,
  visitor,
  address,
}) => {
  const { words } = visitor
  await visitor.opensReport()
  await hydrated(page)
  await visitor.fillsEverything('Una buca profonda davanti alla fermata.', { name: 'buca.png', mimeType: 'image/png', buffer: randomPng(8) })
  await page.reload()
  await expect(visitor.field(words.fields.what)).toHaveValue('Una buca profonda davanti alla fermata.')
  await expect(visitor.field(words.fields.depth)).toHaveValue('12,5')
  await expect(visitor.field(words.fields.danger)).toBeChecked()
  await expect(visitor.field(words.fields.where)).toHaveValue('ciclabile')
  await expect(visitor.field(words.fields.photo)).toHaveAccessibleDescription(/Da allegare di nuovo: buca\.png/)

  await page.getByRole('combobox', { name: words.language }).selectOption('Deutsch')
  await expect(visitor.step(de.steps[3])).toBeVisible()
  await visitor.opens('/comune-aurora/open/de-buche-stradali')
  await expect(visitor.field(de.fields.what)).toHaveValue('Una buca profonda davanti alla fermata.')
  await expect(visitor.field(de.fields.where)).toHaveValue('ciclabile')
  await expect(visitor.field(de.fields.photo)).toHaveAccessibleDescription(/Bitte erneut anhängen: buca\.png/)

  await page.getByRole('combobox', { name: de.language }).selectOption('Italiano')
  await expect(visitor.step(words.steps[3])).toBeVisible()
  await visitor.opensReport()
  await visitor.attaches({ name: 'altra.png', mimeType: 'image/png', buffer: randomPng(8) })
  await expect(visitor.main.getByText(/Da allegare di nuovo/)).toHaveCount(0)
  await visitor.sends(address)
  await visitor.button('Torna al modulo').click()
  await expect(visitor.step(words.steps[0])).toBeVisible()
  await visitor.opensReport()
  await expect(visitor.field(words.fields.what)).toHaveValue('')
  await expect(visitor.field(words.fields.danger)).not.toBeChecked()
  await expect(visitor.main.getByText(/Da allegare di nuovo/)).toHaveCount(0)
})

test('a visitor who closes the page right after the submission later finds an empty form', async ({ page, visitor, address }) => {
  const { words } = visitor
  await visitor.opensReport()
  await visitor.fillsRequired()
  await visitor.sendButton.click()
  await visitor.confirmsAnswers()
  await visitor.givesAddress(address)
  await expect(visitor.dialog(words.confirmAddress)).toBeVisible()
  await page.reload()
  await expect(visitor.heading(words.sentTitle)).toBeVisible()
  await visitor.opensReport()
  await expect(visitor.field(words.fields.address)).toHaveValue('')
})

test('a form works in a browser that forbids session storage', async ({ page, visitor }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'sessionStorage', {
      get() {
        throw new DOMException('forbidden', 'SecurityError')
      },
    })
  })
  await visitor.opensReport()
  await visitor.fillsRequired()
  await expect(visitor.page.getByLabel(visitor.words.fields.address, { exact: true })).toHaveValue('Via dei Tigli 12')
})
