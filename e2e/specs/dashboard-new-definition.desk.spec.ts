import { randomUUID } from 'node:crypto'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { FormEditor } from '../fixtures/form-editor.ts'
import { openDashboard } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

const newCode = () => `nuova-${randomUUID().slice(0, 8)}`

test('an author creates definitions from nothing, from a starting form, from an outline and from a SurveyJS file', async ({ page, deployment }) => {
  test.slow()
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  const dialog = page.getByRole('dialog', { name: 'Nuova definizione' })
  async function begins(code: string, from: string): Promise<void> {
    await page.goto(`${deployment.url}/admin/management?view=definitions`)
    await editor.button('Nuova definizione').click()
    await dialog.getByLabel('Codice della definizione').fill(code)
    await dialog.getByLabel('Da che cosa parti').selectOption(from)
  }
  const notes = page.getByRole('dialog', { name: 'Da controllare dopo l’importazione' })
  const creates = () => dialog.getByRole('button', { name: 'Crea e apri' }).click()

  await begins('comune-aurora', 'Un form vuoto')
  await expect(dialog.getByText('Questo codice è già di un’altra definizione.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Crea e apri' })).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByLabel('Codice della definizione').fill(newCode())
  await dialog.getByLabel('Titolo del form').fill('Ufficio sport')
  await creates()
  await expect(editor.outline.getByRole('row')).toHaveText(['Ufficio sport'])

  await begins(newCode(), 'Un form già pronto')
  await dialog.getByRole('combobox', { name: 'Form', exact: true }).selectOption('complaint')
  await creates()
  await expect(editor.step('Italiano')).toBeVisible()
  await expect(editor.step('Ελληνικά')).toBeVisible()

  await begins(newCode(), 'Uno schema incollato')
  await dialog.getByLabel('Schema', { exact: true }).fill('Sport\n\tCampi\n\t\tTennis\n\tCorsi')
  await creates()
  await notes.getByRole('button', { name: 'Apri' }).click()
  await expect(editor.step('Campi')).toBeVisible()

  await begins(newCode(), 'Un file di un altro prodotto')
  await dialog.getByLabel('Formato').selectOption('SurveyJS (JSON)')
  const choose = (text: string) =>
    dialog.locator('input[type=file]').setInputFiles({ name: 'survey.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await choose('{')
  await creates()
  await expect(dialog.locator('.field .fault')).toBeVisible()
  await choose(
    JSON.stringify({
      title: 'Sondaggio',
      pages: [
        {
          name: 'p1',
          elements: [
            { type: 'text', name: 'nome', title: 'Nome' },
            { type: 'signaturepad', name: 'firma' },
          ],
        },
      ],
    }),
  )
  await creates()
  await expect(notes.getByRole('listitem')).toContainText([/firma/])
  await expectAccessible(page)
  await notes.getByRole('button', { name: 'Apri' }).click()
  await expect(editor.outline.getByRole('row').first()).toBeVisible()
})

test('an author creates an empty definition with the keyboard only', async ({ page, deployment }) => {
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.button('Nuova definizione').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Titolo del form')).toBeFocused()
  await page.keyboard.type('Senza mouse')
  await page.keyboard.press('Tab')
  await page.keyboard.type(newCode())
  for (const control of [
    page.getByLabel('Da che cosa parti'),
    page.getByRole('button', { name: 'Annulla' }),
    page.getByRole('button', { name: 'Crea e apri' }),
  ]) {
    await page.keyboard.press('Tab')
    await expect(control).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(editor.step('Senza mouse')).toBeVisible()
})
