import { FormEditor, importSport } from '../fixtures/form-editor.ts'
import { openDashboard } from '../fixtures/operator.ts'
import { expect, test } from '../fixtures/test.ts'

test('an author finds the type of a field by an everyday word, and only by the beginnings of words', async ({ page, deployment }) => {
  const code = await importSport(deployment)
  await openDashboard(page, deployment, 'definitions')
  const editor = new FormEditor(page, deployment)
  await editor.opens(code)
  await editor.button('Aggiungi una domanda o un testo').click()
  const palette = page.getByRole('dialog', { name: 'Che cosa vuoi aggiungere?' })
  const entries = palette.locator('.palette-entry strong')
  for (const [wanted, first] of [
    ['cellulare', 'Testo breve'],
    ['nascita', 'Data'],
    ['età', 'Numero intero'],
    ['REGOLAMENTO', 'Condizioni da accettare'],
  ] as const) {
    await palette.getByRole('searchbox').fill(wanted)
    await expect(entries.first()).toHaveText(first)
  }
  await palette.getByRole('searchbox').fill('ora')
  await expect(entries.filter({ hasText: 'Riquadro colorato' })).toHaveCount(0)
  await palette.getByRole('searchbox').fill('xyz')
  await expect(palette.getByRole('status')).toBeVisible()
})
