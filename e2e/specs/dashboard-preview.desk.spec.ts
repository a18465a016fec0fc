import { randomUUID } from 'node:crypto'
import type { FrameLocator, Page } from '@playwright/test'
import { expectAccessible } from '../fixtures/accessibility.ts'
import type { Deployment } from '../fixtures/deployment.ts'
import { FormEditor } from '../fixtures/form-editor.ts'
import { manages, openDashboard, ownerCredential } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

/**
 * Imports a definition and a form with the same code.
 * @returns the code
 */
async function importPool(deployment: Deployment): Promise<string> {
  const code = `pool-${randomUUID().slice(0, 8)}`
  const question = (property_code: string, property_description: string, ordering: number, more = {}) => ({
    type: 'PROPERTY',
    ordering,
    required: true,
    value: { property_code, property_description, default_value: { input_type: 'text' } },
    ...more,
  })
  const steps = [
    {
      code_tag: 'tessera',
      tag_description: 'Tessera della piscina',
      form_fields: [question('nome', 'Nome', 1, { mapping: 'nome', readonly: 'UNLOCKED' }), question('corsia', 'Corsia', 2)],
      children: [],
    },
    { code_tag: 'corso', tag_description: 'Corso di nuoto', form_fields: [question('livello', 'Livello', 1)], children: [] },
  ]
  const form_params = { auth_type: ['FREE', 'SSO'], sso_secret_aes: 'un segreto del form', ticket_prefix: 'NUOTO-' }
  await deployment.importBundle({
    definitions: [{ code_tag: code, tag_description: 'Piscina', form_params, form_fields: [], children: steps }],
    forms: [{ code_form: code, code_tag: code, description: 'Piscina comunale' }],
  })
  return code
}

const framed = (page: Page): FrameLocator => page.frameLocator('iframe[title="Il form come lo vede chi compila"]')

test('an author sees a changed label in the preview, and a trial submission there stores nothing', async ({ page, deployment }) => {
  test.slow()
  const code = await importPool(deployment)
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.opens(code, 'tessera')
  await editor.button('Anteprima').click()
  const form = framed(page)
  await expect(form.getByText('Anteprima della bozza')).toBeVisible()
  await form.getByLabel('Nome').fill('Anna Bianchi')
  expect(await page.locator('.preview-frame').evaluate((frame: HTMLIFrameElement) => frame.contentWindow?.innerWidth)).toBe(390)

  // The preview shows each stored change automatically, and keeps the answers that were typed in it.
  await editor.panel.getByRole('textbox', { name: 'Domanda' }).last().fill('Numero della corsia')
  await expect(form.getByLabel('Numero della corsia')).toBeVisible()
  await expect(form.getByLabel('Nome')).toHaveValue('Anna Bianchi')
  await expectAccessible(page, '.preview-frame')

  await form.getByRole('button', { name: 'Invia Richiesta' }).click()
  await expect(form.getByRole('dialog')).toContainText('Numero della corsia')
  await page.keyboard.press('Escape')
  await form.getByLabel('Numero della corsia').fill('4')
  await form.getByRole('button', { name: 'Invia Richiesta' }).click()
  const dialog = form.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('anna@example.org')
  await dialog.getByRole('textbox').last().fill('anna@example.org')
  await dialog.getByRole('button', { name: 'Invia' }).click()
  await expect(page.getByText('Nulla è stato salvato o inviato.')).toBeVisible()
  await editor.button('Esito dell’invio di prova').click()
  const report = page.getByRole('region', { name: 'Esito dell’invio di prova' })
  await expect(report).toContainText('Piscina › Tessera della piscina')
  await expect(report).toContainText('anna@example.org')
  await report.getByText('Dati inviati').click()
  await expect(report.locator('pre')).toContainText('"corsia": "4"')
  await expectAccessible(page, '.preview-frame')
  await report.getByText(/^Link di conferma:/).click()
  await expect(report.frameLocator('iframe[title="Link di conferma"]').locator('body')).toContainText('Piscina')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  const requests = await manages(deployment, await ownerCredential(deployment), 'GET', `/requests?form=${code}`)
  expect(requests).toMatchObject({ total: 0 })
})

test('the preview shows the selected step, simulates a known visitor and a date, and can be opened without the editor', async ({ page, deployment }) => {
  const code = await importPool(deployment)
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.opens(code, 'corso')
  await editor.button('Anteprima').click()
  const form = framed(page)
  await expect(form.getByLabel('Livello')).toBeVisible()
  await editor.step('Tessera della piscina').click()
  await expect(form.getByLabel('Nome')).toHaveValue('')

  await page.getByText('Chi compila, e quando').click()
  await page.getByLabel('Accesso', { exact: true }).selectOption('SSO')
  await editor.button('Aggiungi un dato').click()
  await page.getByLabel('Nome del dato').fill('nome')
  await page.getByLabel('Valore').fill('Bianca')
  await expect(form.getByLabel('Nome')).toHaveValue('Bianca')

  await editor.button('Mostra solo l’anteprima').click()
  await expect(page).toHaveURL(/preview=alone/)
  await expect(editor.outline).toBeHidden()
  await page.reload()
  await expect(form.getByText('Anteprima della bozza')).toBeVisible()
  await expectAccessible(page, '.preview-frame')
  const inside = await page.context().newPage()
  await inside.goto(await page.locator('.preview-frame').evaluate((frame: HTMLIFrameElement) => frame.contentWindow?.location.href ?? ''))
  await expectAccessible(inside)
  await inside.close()
  await editor.button('Torna all’editor').click()
  await editor.button('Chiudi l’anteprima').click()
  await expect(editor.inspector).toBeVisible()
})
