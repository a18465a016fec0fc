import { randomUUID } from 'node:crypto'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { FormEditor } from '../fixtures/form-editor.ts'
import { openDashboard } from '../fixtures/operator.ts'
import { publishInDialog } from '../fixtures/publish.ts'
import { expect, test } from '../fixtures/test.ts'

const newCode = () => `nuova-${randomUUID().slice(0, 8)}`

test('an author creates definitions from scratch, from a form template, from an outline and from a SurveyJS file', async ({ page, deployment }) => {
  test.slow()
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  const dialog = page.getByRole('dialog', { name: 'Nuovo form' })
  async function begins(code: string, from: string): Promise<void> {
    await page.goto(`${deployment.url}/admin/management?view=definitions`)
    await editor.button('Nuova definizione').click()
    await dialog.getByLabel('Codice, parte dell’indirizzo').fill(code)
    await dialog.getByLabel('Da che cosa parti').selectOption(from)
  }
  const notes = page.getByRole('dialog', { name: 'Da controllare dopo l’importazione' })
  const creates = () => dialog.getByRole('button', { name: 'Crea e apri' }).click()

  await begins('comune-aurora', 'Un form vuoto')
  await expect(dialog.getByText('Questo codice è già di un’altra definizione.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Crea e apri' })).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByLabel('Codice, parte dell’indirizzo').fill(newCode())
  await dialog.getByLabel('Titolo del form').fill('Ufficio sport')
  await creates()
  await expect(editor.outline.getByRole('row')).toHaveText([/^Ufficio sport/])

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
    dialog.getByLabel('File', { exact: true }).setInputFiles({ name: 'survey.json', mimeType: 'application/json', buffer: Buffer.from(text) })
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

test('an author using only the keyboard creates an empty definition', async ({ page, deployment }) => {
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.button('Nuova definizione').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Titolo del form')).toBeFocused()
  await page.keyboard.type('Senza mouse')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Codice, parte dell’indirizzo')).toHaveValue(/^senza-mouse/)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(newCode())
  for (const control of [
    page.getByLabel('Da che cosa parti'),
    page.getByLabel('Chi può compilare'),
    page.getByRole('switch', { name: 'Prepara l’indirizzo pubblico' }),
    page.getByLabel('Colore'),
    page.getByLabel('Logo', { exact: true }),
    page.getByRole('button', { name: 'Carica: Logo' }),
    page.getByRole('button', { name: 'Annulla' }),
    page.getByRole('button', { name: 'Crea e apri' }),
  ]) {
    await page.keyboard.press('Tab')
    await expect(control).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(editor.step('Senza mouse')).toBeVisible()
})

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#0B6E4F"/></svg>'

test('an author creates a form with its logo and colour in one dialog, publishes it, and puts its URL online', async ({ page, deployment, visitor }) => {
  test.slow()
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.button('Nuova definizione').click()
  const dialog = page.getByRole('dialog', { name: 'Nuovo form' })
  const title = `Palestra ${randomUUID().slice(0, 8)}`
  const code = title.toLowerCase().replace(' ', '-')
  await dialog.getByLabel('Titolo del form').fill(title)
  await dialog.getByLabel('Titolo del form').press('Tab')
  await dialog.getByLabel('Chi può compilare').selectOption('Tutti, senza e-mail')
  await expect(dialog.getByLabel('Codice, parte dell’indirizzo')).toHaveValue(code)
  await dialog.getByLabel('Colore').fill('#0b6e4f')
  // The browser converts the SVG file to a PNG picture, because the server rejects SVG files.
  const logo = { name: `${code}.svg`, mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) }
  const choosing = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Carica: Logo' }).click()
  await (await choosing).setFiles(logo)
  await expect(dialog.getByLabel('Logo', { exact: true })).toHaveValue(`${code}.png`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Crea e apri' }).click()
  await expect(editor.step(title)).toBeVisible()
  await editor.addsExactly('Testo breve')
  await editor.types('Nome')
  await editor.isSaved()

  await editor.button('Pubblica').click()
  await publishInDialog(page)
  const address = page.getByRole('dialog', { name: 'Dove si trova il form' })
  await expect(address.getByText('In manutenzione')).toBeVisible()
  await address.getByRole('button', { name: 'Metti online' }).click()
  await expect(address.getByText('Online', { exact: true })).toBeVisible()
  await expect(address.getByRole('link')).toHaveAttribute('href', `${deployment.url}/${code}`)
  await expect(address.getByRole('img', { name: `Codice QR di ${deployment.url}/${code}` })).toBeVisible()
  await address.getByText('Metti il form dentro un altro sito').click()
  await expect(address.getByLabel('Codice da incollare nella pagina')).toHaveValue(new RegExp(`<iframe src="${deployment.url}/${code}"`))
  await expectAccessible(page)
  const saved = page.waitForEvent('download')
  await address.getByRole('button', { name: 'Salva il codice QR' }).click()
  expect((await saved).suggestedFilename()).toBe(`${code}-qr.svg`)

  await visitor.opens(`/${code}`)
  await expect(
    visitor.page
      .getByRole('img', { name: title })
      .or(visitor.page.locator(`img[src*="${code}.png"]`))
      .first(),
  ).toBeVisible()
  await visitor.field('Nome').fill('Ada')
})
