import { FormEditor, importSport } from '../fixtures/form-editor.ts'
import { openDashboard } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

test('new questions are required and come before the summary, one can be added below another, and a click on the open step shows its settings', async ({
  page,
  deployment,
}) => {
  const code = await importSport(deployment)
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.opens(code)
  await editor.selects('Prenota un campo')
  const palette = page.getByRole('dialog', { name: 'Che cosa vuoi aggiungere?' })
  const adds = async (type: RegExp) => {
    await editor.button('Aggiungi una domanda o un testo').click()
    await palette.getByRole('button', { name: type }).first().click()
    await expect(palette).toBeHidden()
  }
  await adds(/^Riepilogo dopo/)
  await adds(/^Testo breve/)
  await editor.types('Sigla')
  await expect(editor.inspector.getByRole('switch', { name: 'Obbligatoria' })).toBeChecked()
  await adds(/^Spunta/)
  await editor.types('Consenso')
  await expect(editor.inspector.getByRole('switch', { name: 'Obbligatoria' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Altre azioni: Sigla' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Aggiungi una domanda sotto' }).press('Enter')
  await palette.getByRole('button', { name: /^Data/ }).first().click()
  await editor.types('Giorno')
  const types = editor.panel.locator('.editor-card-type')
  await expect(types.filter({ hasText: /Testo breve|Data|Spunta|Riepilogo/ })).toContainText(['Testo breve', 'Data', 'Spunta', 'Riepilogo'])

  await expect(editor.inspector.getByRole('heading', { name: 'Data' })).toBeVisible()
  await expect(editor.inspector.getByText('Non prima di')).toBeVisible()
  await expect(editor.inspector.getByLabel('Prima data possibile (AAAA-MM-GG)')).toBeHidden()
  await editor.step('Prenota un campo').click()
  await expect(editor.inspector.getByRole('heading', { name: 'Passo' })).toBeVisible()
})
